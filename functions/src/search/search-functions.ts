import { RecordSearchRequestSchema } from '@savepoint/model/dashboard';
import { callable } from '../callable/callable.ts';
import { resourceExhausted } from '../callable/https-error.ts';
import { database } from '../firestore/database.ts';
import { firestoreDocumentStore } from '../firestore/firestore-document-store.ts';
import { callerSubjects, consumeTokens } from '../firestore/token-bucket.ts';
import * as searches from './record-search.ts';

const LIMITS = {
  account: { purpose: 'recordSearch', burst: 20, perHour: 60 },
  // Many people may share a network.
  network: { purpose: 'recordSearchNetwork', burst: 40, perHour: 120 },
};

/** Counts a search that found nothing to buy in searches/{id}; see record-search.ts. */
export const recordSearch = callable({
  name: 'recordSearch',
  access: 'public',
  schema: RecordSearchRequestSchema,
  handle: async (request, caller) => {
    const now = new Date();
    const store = firestoreDocumentStore(database());
    const retryAfterSeconds = await consumeTokens(store, callerSubjects(caller, LIMITS), now);
    if (retryAfterSeconds !== undefined) throw resourceExhausted(retryAfterSeconds);
    await searches.recordSearch(database(), request, now);
    return { done: true } as const;
  },
});
