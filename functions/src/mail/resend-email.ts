// Lists the emails of an order for staff, and resends them.
import type { DoneResponse } from '@savepoint/model/callables';
import type { OrderEmail, OrderEmailsResponse, ResendOrderEmailRequest } from '@savepoint/model/order-emails';
import { FieldPath, type Firestore, type Timestamp } from 'firebase-admin/firestore';
import { type Admin, createAuditEntry } from '../audit/audit-entry.ts';
import { httpsError } from '../callable/https-error.ts';
import { bucketPath, type TokenBucket, takeToken } from '../firestore/token-bucket.ts';
import type { MailDocument } from './inbox-page.ts';

/** How often one email may be sent again: two people, or a double click, send it once. */
const RESEND_LIMIT = { purpose: 'resentEmail', burst: 1, perHour: 6 };

/** The most emails of an order that the page shows. */
const EMAILS_MAX = 100;

/** A document of `mail` with the fields that the extension adds. */
type SentMail = Omit<MailDocument, 'createdAt'> & {
  readonly createdAt: Timestamp;
  /** The original of this copy. */
  readonly copyOf?: string;
  readonly delivery?: { readonly state?: string; readonly error?: string };
};

/**
 * The emails of an order, newest first. Those that no extension has processed have the state
 * `untouched`: queued, or sent if the inbox is the only recipient.
 */
export async function readOrderEmails(
  db: Firestore,
  orderId: string,
  untouched: 'queued' | 'sent',
): Promise<OrderEmailsResponse> {
  const mails = db.collection('mail').orderBy(FieldPath.documentId());
  const { docs } = await mails.startAt(`${orderId}-`).endAt(`${orderId}-\uf8ff`).limit(EMAILS_MAX).get();
  const stored = docs.map((document) => ({ id: document.id, ...(document.data() as SentMail) }));
  const emails = stored
    .filter(({ copyOf }) => copyOf === undefined)
    .map((mail): OrderEmail => {
      const copies = stored.filter(({ copyOf }) => copyOf === mail.id);
      return {
        ...{ id: mail.id, subject: mail.message.subject, to: mail.to.join(', ') },
        at: isoTime(mail),
        ...stateOf(mail, untouched),
        sentAgain: copies.map(isoTime).sort(),
      };
    });
  return { emails: emails.sort((a, b) => b.at.localeCompare(a.at)) };
}

const isoTime = ({ createdAt }: SentMail) => createdAt.toDate().toISOString();

function stateOf({ delivery }: SentMail, untouched: 'queued' | 'sent'): Pick<OrderEmail, 'state' | 'error'> {
  if (delivery?.state === 'SUCCESS') return { state: 'sent' };
  if (delivery?.state !== 'ERROR') return { state: delivery === undefined ? untouched : 'queued' };
  return { state: 'failed', ...(delivery.error !== undefined && { error: delivery.error }) };
}

/**
 * Resends an unchanged email of an order, and writes the audit log. Rejects with not-found, with
 * failed-precondition for an order without an address, and with resource-exhausted if it was sent
 * again a moment ago.
 */
export async function resendOrderEmail(
  db: Firestore,
  admin: Admin,
  { orderId, emailId }: ResendOrderEmailRequest,
  now: Date,
): Promise<DoneResponse> {
  const bucketRef = db.doc(bucketPath(RESEND_LIMIT, emailId));
  return db.runTransaction(async (transaction) => {
    const [order, found, bucket] = await transaction.getAll(
      db.doc(`orders/${orderId}`),
      db.doc(`mail/${emailId}`),
      bucketRef,
    );
    const mail = found?.data() as SentMail | undefined;
    if (!order?.exists || mail === undefined || !emailId.startsWith(`${orderId}-`))
      throw httpsError('not-found', 'There is no such email.');
    const to = order.get('email') as string | undefined;
    if (to === undefined)
      throw httpsError(
        'failed-precondition',
        'The account of this order was deleted, and its address with it.',
      );
    const data = bucket?.data() as (Omit<TokenBucket, 'at'> & { readonly at: Timestamp }) | undefined;
    const taken = takeToken(data ? { ...data, at: data.at.toDate() } : null, RESEND_LIMIT, now);
    if ('retryAfterSeconds' in taken) {
      const minutes = Math.ceil(taken.retryAfterSeconds / 60);
      throw httpsError(
        'resource-exhausted',
        `This email was just sent again. It can be sent once more in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`,
        { retryAfterSeconds: taken.retryAfterSeconds },
      );
    }
    transaction.set(bucketRef, taken.bucket);
    const { message, headers, replyTo } = mail;
    transaction.create(db.doc(`mail/${emailId}-again-${now.getTime()}`), {
      ...{ to: [to], message, createdAt: now, copyOf: mail.copyOf ?? emailId },
      ...(headers && { headers }),
      ...(replyTo && { replyTo }),
    });
    const entry = createAuditEntry(db, admin, now, {
      ...{ action: 'resendOrderEmail', target: `orders/${orderId}` },
      summary: `Sent again: ${message.subject}`,
    });
    transaction.set(entry.ref, entry.fields);
    return { done: true };
  });
}
