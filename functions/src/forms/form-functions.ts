// Owns the two forms that anybody can send: the newsletter's address and a message to the shop. Stored once, limited per
// sender, readable by no shopper.
import { createHash } from 'node:crypto';
import { ContactMessageSchema, EmailRequestSchema } from '@savepoint/model/callables';
import { type Caller, callable } from '../callable/callable.ts';
import { resourceExhausted } from '../callable/https-error.ts';
import { database } from '../firestore/database.ts';
import { firestoreDocumentStore } from '../firestore/firestore-document-store.ts';
import { consumeToken, type RateLimit } from '../firestore/token-bucket.ts';

const NEWSLETTER_LIMIT = { purpose: 'newsletter', burst: 20, perHour: 60 };
const CONTACT_LIMIT = { purpose: 'contact', burst: 5, perHour: 10 };

async function limit(kind: RateLimit, { uid, ipAddress: address }: Caller, now: Date): Promise<void> {
  const wait = await consumeToken(firestoreDocumentStore(database()), kind, uid ?? address, now);
  if (wait !== undefined) throw resourceExhausted(wait);
}

function fingerprint(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 40);
}

export const subscribeNewsletter = callable({
  name: 'subscribeNewsletter',
  access: 'anyone',
  schema: EmailRequestSchema,
  handle: async ({ email }, caller) => {
    const now = new Date();
    await limit(NEWSLETTER_LIMIT, caller, now);
    const path = `newsletter/${fingerprint(email)}`;
    await firestoreDocumentStore(database()).runTransaction(async (transaction) => {
      if ((await transaction.get(path)) === null) transaction.set(path, { email, createdAt: now });
    });
    return { done: true } as const;
  },
});

export const sendContactMessage = callable({
  name: 'sendContactMessage',
  access: 'anyone',
  schema: ContactMessageSchema,
  handle: async (message, caller) => {
    const now = new Date();
    await limit(CONTACT_LIMIT, caller, now);
    // The same message sent twice by a double click is one message.
    const path = `contactMessages/${fingerprint({ ...message, uid: caller.uid, day: now.toISOString().slice(0, 10) })}`;
    await database()
      .doc(path)
      .set({ ...message, ...(caller.uid === undefined ? {} : { userId: caller.uid }), createdAt: now });
    return { done: true } as const;
  },
});
