// Owns the two forms that anybody can send: the newsletter's address and a message to the shop. Stored once, limited per
// sender, readable by no shopper.
import { createHash } from 'node:crypto';
import { ContactMessageSchema, EmailRequestSchema } from '@savepoint/model/callables';
import { type Caller, callable } from '../callable/callable.ts';
import { tooMany } from '../callable/refusal.ts';
import { database } from '../firestore/database.ts';
import { firestoreLedger } from '../firestore/firestore-ledger.ts';
import { type Limit, spendToken } from '../firestore/token-bucket.ts';

const NEWSLETTER_LIMIT = { purpose: 'newsletter', burst: 20, perHour: 60 };
const CONTACT_LIMIT = { purpose: 'contact', burst: 5, perHour: 10 };

async function limit(kind: Limit, { uid, address }: Caller, now: Date): Promise<void> {
  const wait = await spendToken(firestoreLedger(database()), kind, uid ?? address, now);
  if (wait !== undefined) throw tooMany(wait);
}

function fingerprint(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 40);
}

export const subscribeNewsletter = callable({
  name: 'subscribeNewsletter',
  who: 'anyone',
  schema: EmailRequestSchema,
  handle: async ({ email }, caller) => {
    const now = new Date();
    await limit(NEWSLETTER_LIMIT, caller, now);
    const path = `newsletter/${fingerprint(email)}`;
    await firestoreLedger(database()).transact(async (transaction) => {
      if ((await transaction.get(path)) === null) transaction.set(path, { email, createdAt: now });
    });
    return { done: true } as const;
  },
});

export const sendContactMessage = callable({
  name: 'sendContactMessage',
  who: 'anyone',
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
