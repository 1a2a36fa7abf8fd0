import { onDocumentWritten } from 'firebase-functions/firestore';
import { onRequest } from 'firebase-functions/https';
import { isMailInboxEnabled, shopUrl, studioUrl } from '../config/settings.ts';
import { database } from '../firestore/database.ts';
import { firestoreDocumentStore } from '../firestore/firestore-document-store.ts';
import type { MailDocument, StoredMail } from './inbox-page.ts';
import { type OrderEmailData, orderEmails } from './order-emails.ts';
import { queueEmail, queueLimitedEmail } from './queue-email.ts';
import { replyEmail } from './reply-email.ts';
import { serveInbox } from './serve-inbox.ts';

const INBOX_LENGTH = 50;

/** Emails the shopper about a change of an order that has an email. */
export const onOrderWritten = onDocumentWritten(
  { document: 'orders/{orderId}', retry: true },
  async (event) => {
    const order = event.data?.after.data() as OrderEmailData | undefined;
    if (order?.email === undefined) return;
    const before = event.data?.before.data() as OrderEmailData | undefined;
    const store = firestoreDocumentStore(database());
    for (const { id, email, isUnpaid } of orderEmails(event.params.orderId, before, order, shopUrl())) {
      if (isUnpaid) await queueLimitedEmail(store, id, order.email, email, new Date());
      else await queueEmail(id, order.email, email);
    }
  },
);

/** Emails each reply to a contact message to its sender. */
export const onContactMessageWritten = onDocumentWritten(
  { document: 'contactMessages/{messageId}', retry: true },
  async (event) => {
    const message = event.data?.after.data();
    const replies = (message?.replies ?? []) as readonly { readonly text: string }[];
    for (const [index, { text }] of replies.entries())
      await queueEmail(`contact-${event.params.messageId}-${index}`, message?.email, replyEmail(text));
  },
);

async function readMails(): Promise<StoredMail[]> {
  const { docs } = await database().collection('mail').orderBy('createdAt', 'desc').limit(INBOX_LENGTH).get();
  return docs.map((document) => ({ id: document.id, ...(document.data() as MailDocument) }));
}

/** The mail inbox, for local projects. Without `cors: false` the Functions emulator lets pages of all origins read it. */
export const inbox = onRequest({ cors: false }, (request, response) =>
  serveInbox({ isEnabled: isMailInboxEnabled(), frameAncestor: studioUrl(), readMails }, request, response),
);
