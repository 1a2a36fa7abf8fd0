// Forms that need no account. Each submission is stored once and limited per sender; security rules let no client read them.
import { createHash } from 'node:crypto';
import { ContactMessageSchema, EmailRequestSchema } from '@savepoint/model/callables';
import { type Caller, callable } from '../callable/callable.ts';
import { resourceExhausted } from '../callable/https-error.ts';
import { database } from '../firestore/database.ts';
import { firestoreDocumentStore } from '../firestore/firestore-document-store.ts';
import { consumeToken, type RateLimit } from '../firestore/token-bucket.ts';

const NEWSLETTER_LIMIT = { purpose: 'newsletter', burst: 20, perHour: 60 };
const CONTACT_LIMIT = { purpose: 'contact', burst: 5, perHour: 10 };

async function requireRateLimit(limit: RateLimit, { uid, ipAddress }: Caller, now: Date): Promise<void> {
  const retryAfterSeconds = await consumeToken(
    firestoreDocumentStore(database()),
    limit,
    uid ?? ipAddress,
    now,
  );
  if (retryAfterSeconds !== undefined) throw resourceExhausted(retryAfterSeconds);
}

/** A document id for a value, so that equal submissions are one document. */
function fingerprint(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 40);
}

/** Stores an email address in newsletter/{id}, once. The response is the same for a known address. */
export const subscribeNewsletter = callable({
  name: 'subscribeNewsletter',
  access: 'public',
  schema: EmailRequestSchema,
  handle: async ({ email }, caller) => {
    const now = new Date();
    await requireRateLimit(NEWSLETTER_LIMIT, caller, now);
    const path = `newsletter/${fingerprint(email)}`;
    await firestoreDocumentStore(database()).runTransaction(async (transaction) => {
      if ((await transaction.get(path)) === null) transaction.set(path, { email, createdAt: now });
    });
    return { done: true } as const;
  },
});

/** Stores a message in contactMessages/{id}, once per day and sender. */
export const sendContactMessage = callable({
  name: 'sendContactMessage',
  access: 'public',
  schema: ContactMessageSchema,
  handle: async (message, caller) => {
    const now = new Date();
    await requireRateLimit(CONTACT_LIMIT, caller, now);
    const path = `contactMessages/${fingerprint({ ...message, uid: caller.uid, day: now.toISOString().slice(0, 10) })}`;
    await database()
      .doc(path)
      .set({ ...message, ...(caller.uid === undefined ? {} : { userId: caller.uid }), createdAt: now });
    return { done: true } as const;
  },
});
