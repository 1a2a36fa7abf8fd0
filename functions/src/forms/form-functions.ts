// Forms that need no account. Each submission is stored once and limited per sender; security rules let no client read them.
import { createHash } from 'node:crypto';
import { ContactMessageSchema, EmailRequestSchema } from '@savepoint/model/callables';
import { type Caller, callable } from '../callable/callable.ts';
import { resourceExhausted } from '../callable/https-error.ts';
import { database } from '../firestore/database.ts';
import { firestoreDocumentStore } from '../firestore/firestore-document-store.ts';
import { callerSubjects, consumeTokens, type RateLimit } from '../firestore/token-bucket.ts';

interface FormLimits {
  readonly account: RateLimit;
  /** Many people may share a network. */
  readonly network: RateLimit;
}

const NEWSLETTER_LIMITS: FormLimits = {
  account: { purpose: 'newsletter', burst: 5, perHour: 10 },
  network: { purpose: 'newsletterNetwork', burst: 20, perHour: 60 },
};
const CONTACT_LIMITS: FormLimits = {
  account: { purpose: 'contact', burst: 5, perHour: 10 },
  network: { purpose: 'contactNetwork', burst: 10, perHour: 20 },
};

async function requireRateLimits(limits: FormLimits, caller: Caller, now: Date): Promise<void> {
  const store = firestoreDocumentStore(database());
  const retryAfterSeconds = await consumeTokens(store, callerSubjects(caller, limits), now);
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
    await requireRateLimits(NEWSLETTER_LIMITS, caller, now);
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
    await requireRateLimits(CONTACT_LIMITS, caller, now);
    const path = `contactMessages/${fingerprint({ ...message, uid: caller.uid, day: now.toISOString().slice(0, 10) })}`;
    await database()
      .doc(path)
      .set({ ...message, ...(caller.uid === undefined ? {} : { userId: caller.uid }), createdAt: now });
    return { done: true } as const;
  },
});
