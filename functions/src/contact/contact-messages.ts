// Staff's changes of contactMessages/{id}. A trigger on the message emails a reply
// (mail-functions.ts).
import type {
  DoneResponse,
  ReplyToContactMessageRequest,
  SetContactMessageStatusRequest,
} from '@savepoint/model/callables';
import type { Firestore } from 'firebase-admin/firestore';
import { httpsError } from '../callable/https-error.ts';

interface Reply {
  readonly text: string;
}

/**
 * Adds a reply to a message. Repeating the same reply, by a second click or a retry, changes
 * nothing. Rejects with not-found.
 */
export function replyToContactMessage(
  db: Firestore,
  admin: { readonly uid: string; readonly email: string | undefined; readonly name: string | undefined },
  { messageId, reply }: ReplyToContactMessageRequest,
  now: Date,
): Promise<DoneResponse> {
  return db.runTransaction(async (transaction) => {
    const found = await transaction.get(db.doc(`contactMessages/${messageId}`));
    if (!found.exists) throw httpsError('not-found', 'There is no such message.');
    const replies = (found.get('replies') ?? []) as readonly Reply[];
    if (replies.at(-1)?.text === reply) return { done: true } as const;
    const added = {
      text: reply,
      at: now,
      email: admin.email ?? admin.uid,
      ...(admin.name && { name: admin.name }),
    };
    transaction.update(found.ref, { replies: [...replies, added], status: 'replied' });
    return { done: true } as const;
  });
}

/** Closes or reopens a message. Rejects with not-found. */
export function setContactMessageStatus(
  db: Firestore,
  { messageId, status }: SetContactMessageStatusRequest,
): Promise<DoneResponse> {
  return db.runTransaction(async (transaction) => {
    const found = await transaction.get(db.doc(`contactMessages/${messageId}`));
    if (!found.exists) throw httpsError('not-found', 'There is no such message.');
    transaction.update(found.ref, { status });
    return { done: true } as const;
  });
}
