// The contact form, which needs no account, and staff's replies. Only staff may read messages.
import { createHash } from 'node:crypto';
import {
  ContactMessageSchema,
  ReplyToContactMessageRequestSchema,
  SetContactMessageStatusRequestSchema,
} from '@savepoint/model/callables';
import { callable } from '../callable/callable.ts';
import { resourceExhausted } from '../callable/https-error.ts';
import { database } from '../firestore/database.ts';
import { firestoreDocumentStore } from '../firestore/firestore-document-store.ts';
import { callerSubjects, consumeTokens } from '../firestore/token-bucket.ts';
import * as messages from './contact-messages.ts';

const LIMITS = {
  account: { purpose: 'contact', burst: 5, perHour: 10 },
  // Many people may share a network.
  network: { purpose: 'contactNetwork', burst: 10, perHour: 20 },
};

/** A document id derived from a value, so that equal submissions are one document. */
function fingerprint(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 40);
}

/** Stores a message in contactMessages/{id}, once per day and sender. */
export const sendContactMessage = callable({
  name: 'sendContactMessage',
  access: 'public',
  schema: ContactMessageSchema,
  handle: async (message, caller) => {
    const now = new Date();
    const store = firestoreDocumentStore(database());
    const retryAfterSeconds = await consumeTokens(store, callerSubjects(caller, LIMITS), now);
    if (retryAfterSeconds !== undefined) throw resourceExhausted(retryAfterSeconds);
    const path = `contactMessages/${fingerprint({ ...message, uid: caller.uid, day: now.toISOString().slice(0, 10) })}`;
    const stored = {
      ...message,
      ...(caller.uid === undefined ? {} : { userId: caller.uid }),
      createdAt: now,
    };
    await store.runTransaction(async (transaction) => {
      // A message that is sent again keeps its replies.
      if ((await transaction.get(path)) === null) transaction.set(path, stored);
    });
    return { done: true } as const;
  },
});

/** Replies to a message by email; see contact-messages.ts. */
export const replyToContactMessage = callable({
  name: 'replyToContactMessage',
  access: 'readCustomers',
  schema: ReplyToContactMessageRequestSchema,
  handle: (request, admin) => messages.replyToContactMessage(database(), admin, request, new Date()),
});

/** Closes or reopens a message; see contact-messages.ts. */
export const setContactMessageStatus = callable({
  name: 'setContactMessageStatus',
  access: 'readCustomers',
  schema: SetContactMessageStatusRequestSchema,
  handle: (request) => messages.setContactMessageStatus(database(), request),
});
