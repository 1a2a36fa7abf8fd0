// Owns when letters are written: documents in `mail`, in the shape of Firebase's Trigger Email extension, which sends them in
// production. Locally the inbox shows them. A letter's id names its cause, so an event that comes twice writes one letter.
import { EmailRequestSchema } from '@savepoint/model/callables';
import type { OrderStatus } from '@savepoint/model/order';
import { onDocumentWritten } from 'firebase-functions/firestore';
import { onRequest } from 'firebase-functions/https';
import { callable } from '../callable/callable.ts';
import { tooMany } from '../callable/refusal.ts';
import { isLocal, shopUrl } from '../config/settings.ts';
import { auth, database } from '../firestore/database.ts';
import { firestoreLedger } from '../firestore/firestore-ledger.ts';
import { spendToken } from '../firestore/token-bucket.ts';
import { log } from '../logs/log.ts';
import { inboxPage, type MailDocument } from './inbox-page.ts';
import { type Letter, writeLetter } from './letter.ts';
import { type MailedOrder, orderLetter } from './order-letters.ts';

const ALREADY_EXISTS = 6;
const INBOX_LENGTH = 50;
const RESET_LIMIT = { purpose: 'requestPasswordReset', burst: 5, perHour: 10 };

async function send(id: string, to: string, letter: Letter): Promise<void> {
  const document: MailDocument = { to: [to], message: { ...letter }, createdAt: new Date() };
  try {
    await database().doc(`mail/${id}`).create(document);
  } catch (error) {
    if ((error as { code?: unknown }).code !== ALREADY_EXISTS) throw error;
  }
}

/** An order changed its status: its shopper hears of it. */
export const orderMailed = onDocumentWritten({ document: 'orders/{orderId}', retry: true }, async (event) => {
  const order = event.data?.after.data() as MailedOrder | undefined;
  const before = event.data?.before.get('status') as OrderStatus | undefined;
  if (order?.email === undefined || order.status === before) return;
  const letter = orderLetter(event.params.orderId, order, shopUrl());
  if (letter !== undefined) await send(`${event.params.orderId}-${order.status}`, order.email, letter);
});

/** Writes the letter with the link; answers the same whether or not the address is known. */
export const requestPasswordReset = callable({
  name: 'requestPasswordReset',
  who: 'anyone',
  schema: EmailRequestSchema,
  handle: async ({ email }, caller) => {
    const now = new Date();
    const ledger = firestoreLedger(database());
    const wait =
      (await spendToken(ledger, RESET_LIMIT, email, now)) ??
      (await spendToken(ledger, { ...RESET_LIMIT, burst: 20, perHour: 40 }, caller.address, now));
    if (wait !== undefined) throw tooMany(wait);
    try {
      const url = await auth().generatePasswordResetLink(email);
      const letter = writeLetter({
        subject: 'Choose a new password',
        heading: 'Choose a new password',
        paragraphs: ['Somebody, probably you, asked for a new password for your Savepoint account.'],
        action: { label: 'Choose a new password', url },
        closing: 'If it was not you, nothing has changed and you can forget this letter.',
      });
      await send(
        `reset-${now.getTime()}-${Buffer.from(email).toString('base64url').slice(0, 80)}`,
        email,
        letter,
      );
    } catch (error) {
      if ((error as { code?: unknown }).code !== 'auth/user-not-found')
        log.warn('password-reset-not-sent', {});
    }
    return { done: true } as const;
  },
});

/** Local only: the letters that production would have sent. */
export const inbox = onRequest(async (request, response) => {
  if (!isLocal()) {
    response.status(404).send('Not found');
    return;
  }
  const found = await database().collection('mail').orderBy('createdAt', 'desc').limit(INBOX_LENGTH).get();
  const mails = found.docs.map((document) => ({ id: document.id, ...(document.data() as MailDocument) }));
  if (request.query.format === 'json') response.json(mails);
  else
    response
      .set(
        'Content-Security-Policy',
        "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self' about:",
      )
      .send(inboxPage(mails));
});
