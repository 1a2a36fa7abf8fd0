import type { StoredContactMessage } from '@savepoint/model/callables';
import type { Timestamp } from 'firebase-admin/firestore';
import { onDocumentWritten } from 'firebase-functions/firestore';
import { onRequest } from 'firebase-functions/https';
import { readOwnAddress } from '../callable/own-address.ts';
import { functionSettings } from '../config/function-settings.ts';
import { isMailInboxEnabled, shopUrl, storageUrl, studioUrl } from '../config/settings.ts';
import { auth, database } from '../firestore/database.ts';
import { firestoreDocumentStore } from '../firestore/firestore-document-store.ts';
import type { MailDocument, StoredMail } from './inbox-page.ts';
import { readMailShop } from './mail-shop.ts';
import { isTrusted, type OrderEmailData } from './order-email-content.ts';
import { emailKinds } from './order-emails.ts';
import { queueEmail } from './queue-email.ts';
import { queueOrderEmails } from './queue-order-emails.ts';
import { replyEmail } from './reply-email.ts';
import { sampleEmails } from './sample-emails.ts';
import { serveInbox } from './serve-inbox.ts';

const INBOX_LENGTH = 50;

type OrderDocument = OrderEmailData & { readonly userId: string };

/** True if an address is the verified one of an account. */
async function isVerifiedAddress(userId: string, address: string): Promise<boolean> {
  const own = await readOwnAddress(auth(), userId);
  return own?.isVerified === true && own.email.toLowerCase() === address.toLowerCase();
}

/** Emails the shopper about those changes of an order that have an email. */
export const onOrderWritten = onDocumentWritten(
  { ...functionSettings('onOrderWritten'), document: 'orders/{orderId}', retry: true },
  async (event) => {
    const order = event.data?.after.data() as OrderDocument | undefined;
    if (order?.email === undefined) return;
    const before = event.data?.before.data() as OrderDocument | undefined;
    if (emailKinds(before, order).length === 0) return;
    const isVerified = isTrusted(order) || (await isVerifiedAddress(order.userId, order.email));
    const change = { orderId: event.params.orderId, before, order: { ...order, isVerified } };
    const shop = await readMailShop(database());
    await queueOrderEmails(firestoreDocumentStore(database()), shop, change, new Date());
  },
);

type ContactMessageDocument = Omit<StoredContactMessage, 'id' | 'createdAt'> & {
  readonly createdAt: Timestamp;
};

/** The message, if its sender entered the verified address of their account. */
async function quoteOf({ userId, email, message }: ContactMessageDocument): Promise<string | undefined> {
  if (userId === undefined) return undefined;
  return (await isVerifiedAddress(userId, email)) ? message : undefined;
}

/** Emails each reply to a contact message to its sender. */
export const onContactMessageWritten = onDocumentWritten(
  { ...functionSettings('onContactMessageWritten'), document: 'contactMessages/{messageId}', retry: true },
  async (event) => {
    const { messageId } = event.params;
    const message = event.data?.after.data() as ContactMessageDocument | undefined;
    if (message?.replies === undefined) return;
    const quote = await quoteOf(message);
    const shop = await readMailShop(database());
    for (const [index, { text, name: author }] of message.replies.entries()) {
      const reply = { messageId, index, text, author, receivedAt: message.createdAt.toDate(), quote };
      const { email, ...more } = replyEmail(reply, shop);
      await queueEmail(`contact-${messageId}-${index}`, message.email, email, more);
    }
  },
);

async function readMails(): Promise<StoredMail[]> {
  const { docs } = await database().collection('mail').orderBy('createdAt', 'desc').limit(INBOX_LENGTH).get();
  return docs.map((document) => ({ id: document.id, ...(document.data() as MailDocument) }));
}

async function readTemplates(): Promise<StoredMail[]> {
  const shop = await readMailShop(database());
  return sampleEmails(shop).map((message, index) => ({
    ...{ id: `template-${index}`, message, createdAt: new Date(0) },
    to: ['shopper@example.com'],
  }));
}

/**
 * The mail inbox, for local projects. Without `cors: false`, the Functions emulator would let pages
 * of all origins read it.
 */
export const inbox = onRequest({ ...functionSettings('inbox'), cors: false }, (request, response) =>
  serveInbox(
    {
      isEnabled: isMailInboxEnabled(),
      frameAncestor: studioUrl(),
      imageOrigins: [shopUrl(), storageUrl()].map((url) => new URL(url).origin),
      readMails,
      readTemplates,
    },
    request,
    response,
  ),
);
