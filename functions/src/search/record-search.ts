import { createHash } from 'node:crypto';
import { countableSearch, type RecordSearchRequest } from '@savepoint/model/dashboard';
import { FieldValue, type Firestore } from 'firebase-admin/firestore';

/** How long a search that nobody repeats is kept. */
const RETENTION_MS = 90 * 24 * 3_600_000;

/**
 * Counts a search in searches/{hash of its text}, with no trace of who searched. A text that may be
 * about a person is not stored. Firestore deletes what was not searched for 90 days
 * (firestore.indexes.json).
 */
export async function recordSearch(
  db: Firestore,
  { text, outcome }: RecordSearchRequest,
  now: Date,
): Promise<void> {
  const counted = countableSearch(text);
  if (counted === undefined) return;
  const id = createHash('sha256').update(counted).digest('hex').slice(0, 40);
  await db.doc(`searches/${id}`).set(
    {
      text: counted,
      count: FieldValue.increment(1),
      [outcome === 'nothing' ? 'nothingFound' : 'soldOut']: FieldValue.increment(1),
      lastAt: now,
      expireAt: new Date(now.getTime() + RETENTION_MS),
    },
    { merge: true },
  );
}
