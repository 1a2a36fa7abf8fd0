// Emails are documents in `mail`, which Firebase's Trigger Email extension sends in production and the mail inbox shows locally.
// A document's id is derived from its cause, so an event that is delivered twice sends one email.
import { EmailRequestSchema } from '@savepoint/model/callables';
import { onDocumentWritten } from 'firebase-functions/firestore';
import { onRequest } from 'firebase-functions/https';
import { callable } from '../callable/callable.ts';
import { resourceExhausted } from '../callable/https-error.ts';
import { isMailInboxEnabled, shopUrl } from '../config/settings.ts';
import { auth, database } from '../firestore/database.ts';
import { firestoreDocumentStore } from '../firestore/firestore-document-store.ts';
import { consumeTokens, type LimitedSubject } from '../firestore/token-bucket.ts';
import { log } from '../logs/log.ts';
import { type Email, renderEmail } from './email.ts';
import type { MailDocument, StoredMail } from './inbox-page.ts';
import { type OrderEmailData, orderEmails } from './order-emails.ts';
import { serveInbox } from './serve-inbox.ts';

const ALREADY_EXISTS = 6;
const INBOX_LENGTH = 50;
const RESET_LIMIT_PER_EMAIL = { purpose: 'requestPasswordReset', burst: 5, perHour: 10 };
const RESET_LIMIT_PER_NETWORK = { purpose: 'requestPasswordResetNetwork', burst: 20, perHour: 40 };

async function queueEmail(id: string, to: string, email: Email): Promise<void> {
  const document: MailDocument = { to: [to], message: { ...email }, createdAt: new Date() };
  try {
    await database().doc(`mail/${id}`).create(document);
  } catch (error) {
    if ((error as { code?: unknown }).code !== ALREADY_EXISTS) throw error;
  }
}

/** Emails the shopper about a change of an order that has an email. */
export const onOrderWritten = onDocumentWritten(
  { document: 'orders/{orderId}', retry: true },
  async (event) => {
    const order = event.data?.after.data() as OrderEmailData | undefined;
    if (order?.email === undefined) return;
    const before = event.data?.before.data() as OrderEmailData | undefined;
    for (const { id, email } of orderEmails(event.params.orderId, before, order, shopUrl()))
      await queueEmail(id, order.email, email);
  },
);

/** Emails a link for a new password. The response is the same whether or not the address has an account. */
export const requestPasswordReset = callable({
  name: 'requestPasswordReset',
  access: 'public',
  schema: EmailRequestSchema,
  handle: async ({ email: to }, caller) => {
    const now = new Date();
    const store = firestoreDocumentStore(database());
    // Both or none: a network that has no token left cannot use up the tokens of somebody else's address.
    const subjects: LimitedSubject[] = [
      [RESET_LIMIT_PER_EMAIL, to],
      [RESET_LIMIT_PER_NETWORK, caller.network ?? 'unknown'],
    ];
    const retryAfterSeconds = await consumeTokens(store, subjects, now);
    if (retryAfterSeconds !== undefined) throw resourceExhausted(retryAfterSeconds);
    try {
      const url = await auth().generatePasswordResetLink(to);
      const email = renderEmail({
        subject: 'Choose a new password',
        heading: 'Choose a new password',
        paragraphs: ['Somebody, probably you, asked for a new password for your Savepoint account.'],
        action: { label: 'Choose a new password', url },
        closing: 'If it was not you, nothing has changed and you can ignore this email.',
      });
      await queueEmail(
        `reset-${now.getTime()}-${Buffer.from(to).toString('base64url').slice(0, 80)}`,
        to,
        email,
      );
    } catch (error) {
      if ((error as { code?: unknown }).code !== 'auth/user-not-found')
        log.warn('password-reset-not-sent', {});
    }
    return { done: true } as const;
  },
});

async function readMails(): Promise<StoredMail[]> {
  const { docs } = await database().collection('mail').orderBy('createdAt', 'desc').limit(INBOX_LENGTH).get();
  return docs.map((document) => ({ id: document.id, ...(document.data() as MailDocument) }));
}

/** The mail inbox, for local projects. Without `cors: false` the Functions emulator lets pages of all origins read it. */
export const inbox = onRequest({ cors: false }, (request, response) =>
  serveInbox({ isEnabled: isMailInboxEnabled(), readMails }, request, response),
);
