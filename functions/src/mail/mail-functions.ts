// Owns when letters are written: documents in `mail`, in the shape of Firebase's Trigger Email extension, which sends them in
// production. Locally the inbox shows them. A letter's id names its cause, so an event that comes twice writes one letter.
import { EmailRequestSchema } from '@savepoint/model/callables';
import type { OrderStatus } from '@savepoint/model/order';
import { onDocumentWritten } from 'firebase-functions/firestore';
import { onRequest } from 'firebase-functions/https';
import { callable } from '../callable/callable.ts';
import { resourceExhausted } from '../callable/https-error.ts';
import { isLocal, shopUrl } from '../config/settings.ts';
import { auth, database } from '../firestore/database.ts';
import { firestoreDocumentStore } from '../firestore/firestore-document-store.ts';
import { consumeToken } from '../firestore/token-bucket.ts';
import { log } from '../logs/log.ts';
import { type Email, renderEmail } from './email.ts';
import { type MailDocument, renderInboxPage } from './inbox-page.ts';
import { type OrderEmailData, orderEmail } from './order-emails.ts';

const ALREADY_EXISTS = 6;
const INBOX_LENGTH = 50;
const RESET_LIMIT = { purpose: 'requestPasswordReset', burst: 5, perHour: 10 };

async function queueEmail(id: string, to: string, letter: Email): Promise<void> {
  const document: MailDocument = { to: [to], message: { ...letter }, createdAt: new Date() };
  try {
    await database().doc(`mail/${id}`).create(document);
  } catch (error) {
    if ((error as { code?: unknown }).code !== ALREADY_EXISTS) throw error;
  }
}

/** An order changed its status: its shopper hears of it. */
export const onOrderWritten = onDocumentWritten(
  { document: 'orders/{orderId}', retry: true },
  async (event) => {
    const order = event.data?.after.data() as OrderEmailData | undefined;
    const before = event.data?.before.get('status') as OrderStatus | undefined;
    if (order?.email === undefined || order.status === before) return;
    const letter = orderEmail(event.params.orderId, order, shopUrl());
    if (letter !== undefined)
      await queueEmail(`${event.params.orderId}-${order.status}`, order.email, letter);
  },
);

/** Writes the letter with the link; answers the same whether or not the address is known. */
export const requestPasswordReset = callable({
  name: 'requestPasswordReset',
  access: 'anyone',
  schema: EmailRequestSchema,
  handle: async ({ email }, caller) => {
    const now = new Date();
    const store = firestoreDocumentStore(database());
    const wait =
      (await consumeToken(store, RESET_LIMIT, email, now)) ??
      (await consumeToken(store, { ...RESET_LIMIT, burst: 20, perHour: 40 }, caller.ipAddress, now));
    if (wait !== undefined) throw resourceExhausted(wait);
    try {
      const url = await auth().generatePasswordResetLink(email);
      const letter = renderEmail({
        subject: 'Choose a new password',
        heading: 'Choose a new password',
        paragraphs: ['Somebody, probably you, asked for a new password for your Savepoint account.'],
        action: { label: 'Choose a new password', url },
        closing: 'If it was not you, nothing has changed and you can forget this letter.',
      });
      await queueEmail(
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
      .send(renderInboxPage(mails));
});
