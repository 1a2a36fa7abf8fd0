import { resourceExhausted } from '../callable/https-error.ts';
import { database } from '../firestore/database.ts';
import { firestoreDocumentStore } from '../firestore/firestore-document-store.ts';
import { consumeTokens, type LimitedSubject } from '../firestore/token-bucket.ts';

/** Takes a token of each subject, or none. Rejects with resource-exhausted if one is empty. */
export async function requireTokens(subjects: readonly LimitedSubject[], now: Date): Promise<void> {
  const retryAfterSeconds = await consumeTokens(firestoreDocumentStore(database()), subjects, now);
  if (retryAfterSeconds !== undefined) throw resourceExhausted(retryAfterSeconds);
}
