// Forms that need no account, and what admins do with the messages. Each submission is stored once
// and limited per sender; security rules let admins read them and nobody else.
import { createHash } from 'node:crypto';
import {
  ContactMessageSchema,
  ReplyToContactMessageRequestSchema,
  SetContactMessageStatusRequestSchema,
} from '@savepoint/model/callables';
import { RecordSearchRequestSchema } from '@savepoint/model/dashboard';
import { type Caller, callable } from '../callable/callable.ts';
import { resourceExhausted } from '../callable/https-error.ts';
import { database } from '../firestore/database.ts';
import { firestoreDocumentStore } from '../firestore/firestore-document-store.ts';
import { callerSubjects, consumeTokens, type RateLimit } from '../firestore/token-bucket.ts';
import * as messages from './contact-messages.ts';
import * as searches from './record-search.ts';

interface FormLimits {
  readonly account: RateLimit;
  /** Many people may share a network. */
  readonly network: RateLimit;
}

const CONTACT_LIMITS: FormLimits = {
  account: { purpose: 'contact', burst: 5, perHour: 10 },
  network: { purpose: 'contactNetwork', burst: 10, perHour: 20 },
};
const SEARCH_LIMITS: FormLimits = {
  account: { purpose: 'recordSearch', burst: 20, perHour: 60 },
  network: { purpose: 'recordSearchNetwork', burst: 40, perHour: 120 },
};

async function requireRateLimits(limits: FormLimits, caller: Caller, now: Date): Promise<void> {
  const store = firestoreDocumentStore(database());
  const retryAfterSeconds = await consumeTokens(store, callerSubjects(caller, limits), now);
  if (retryAfterSeconds !== undefined) throw resourceExhausted(retryAfterSeconds);
}

/** A document id for a value, so that equal submissions are one document. */
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
    await requireRateLimits(CONTACT_LIMITS, caller, now);
    const path = `contactMessages/${fingerprint({ ...message, uid: caller.uid, day: now.toISOString().slice(0, 10) })}`;
    const stored = {
      ...message,
      ...(caller.uid === undefined ? {} : { userId: caller.uid }),
      createdAt: now,
    };
    await firestoreDocumentStore(database()).runTransaction(async (transaction) => {
      // A message that is sent again keeps its replies.
      if ((await transaction.get(path)) === null) transaction.set(path, stored);
    });
    return { done: true } as const;
  },
});

/** Replies a message by email; see contact-messages.ts. */
export const replyToContactMessage = callable({
  name: 'replyToContactMessage',
  access: 'readCustomers',
  schema: ReplyToContactMessageRequestSchema,
  handle: (request, admin) => messages.replyToContactMessage(database(), admin, request, new Date()),
});

/** Closes a message or opens it again; see contact-messages.ts. */
export const setContactMessageStatus = callable({
  name: 'setContactMessageStatus',
  access: 'readCustomers',
  schema: SetContactMessageStatusRequestSchema,
  handle: (request) => messages.setContactMessageStatus(database(), request),
});

/** Counts a search that found nothing to buy in searches/{id}; see record-search.ts. */
export const recordSearch = callable({
  name: 'recordSearch',
  access: 'public',
  schema: RecordSearchRequestSchema,
  handle: async (request, caller) => {
    const now = new Date();
    await requireRateLimits(SEARCH_LIMITS, caller, now);
    await searches.recordSearch(database(), request, now);
    return { done: true } as const;
  },
});
