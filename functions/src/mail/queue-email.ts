// Emails are documents in `mail`, which Firebase's Trigger Email extension sends in production and the mail inbox shows locally.
import { database } from '../firestore/database.ts';
import type { Email } from './email.ts';
import type { MailDocument } from './inbox-page.ts';

const ALREADY_EXISTS = 6;

/** The document of an email to one address, with header fields beside the usual ones. */
export function mailDocument(
  to: string,
  email: Email,
  createdAt: Date,
  headers?: Readonly<Record<string, string>>,
): MailDocument {
  return { to: [to], message: { ...email }, createdAt, ...(headers && { headers }) };
}

/**
 * Queues an email, once for an id. Ids are derived from the cause of an email, so an event that is delivered twice sends one email.
 * Rejects when the document cannot be written for any other reason.
 */
export async function queueEmail(
  id: string,
  to: string,
  email: Email,
  headers?: Readonly<Record<string, string>>,
): Promise<void> {
  try {
    await database()
      .doc(`mail/${id}`)
      .create(mailDocument(to, email, new Date(), headers));
  } catch (error) {
    if ((error as { code?: unknown }).code !== ALREADY_EXISTS) throw error;
  }
}
