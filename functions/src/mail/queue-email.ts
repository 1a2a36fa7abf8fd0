// Emails are documents in `mail`, which Firebase's Trigger Email extension sends in production and
// the mail inbox shows locally.
import { database } from '../firestore/database.ts';
import type { DocumentStore } from '../firestore/document-store.ts';
import { firestoreDocumentStore } from '../firestore/firestore-document-store.ts';
import { bucketPath, type TokenBucket, takeToken } from '../firestore/token-bucket.ts';
import { log } from '../logs/log.ts';
import type { Email } from './email.ts';
import type { MailDocument } from './inbox-page.ts';

/** Limits emails to an unverified address, whoever causes them. */
export const ADDRESS_LIMIT = { purpose: 'emailAddress', burst: 6, perHour: 6 };

/** The document of an email to one address, with additional header fields. */
export function mailDocument(
  to: string,
  email: Email,
  createdAt: Date,
  headers?: MailDocument['headers'],
): MailDocument {
  return { to: [to], message: { ...email }, createdAt, ...(headers && { headers }) };
}

/**
 * Queues an email, once per id. Ids are derived from the cause of an email, so a duplicate event
 * sends one email. Rejects if the document cannot be written for any other reason.
 */
export async function queueEmail(
  id: string,
  to: string,
  email: Email,
  more?: Pick<MailDocument, 'headers' | 'replyTo'>,
): Promise<void> {
  const document = { ...mailDocument(to, email, new Date()), ...more };
  await firestoreDocumentStore(database()).create(`mail/${id}`, document);
}

/**
 * Like `queueEmail`, for emails that anybody can trigger at any address without payment: dropped
 * once the address has reached ADDRESS_LIMIT.
 */
export function queueLimitedEmail(
  store: DocumentStore,
  id: string,
  to: string,
  email: Email,
  now: Date,
): Promise<void> {
  const [mailPath, limitPath] = [`mail/${id}`, bucketPath(ADDRESS_LIMIT, to)];
  return store.runTransaction(async (transaction) => {
    const [queued, bucket] = await transaction.getAll<unknown>([mailPath, limitPath]);
    if (queued !== null) return;
    const taken = takeToken(bucket as TokenBucket | null, ADDRESS_LIMIT, now);
    if ('retryAfterSeconds' in taken) {
      log.warn('email-over-limit', { id });
      return;
    }
    transaction.set(limitPath, taken.bucket);
    transaction.set(mailPath, mailDocument(to, email, now));
  });
}
