// The user document users/{uid}: read live, written field by field. The fields belong to the
// features.

import type { RootState } from '../app/store.ts';
import { type PlainDocument, SERVER_TIME } from '../firebase/request.ts';
import type { StartListening } from '../lib/listener-middleware.ts';
import { selectUser, sessionEnded, sessionStarted } from '../session/session-slice.ts';
import { streamDocument } from './live-data.ts';
import { shopApi } from './shop-api.ts';

export const userRecordApi = shopApi.injectEndpoints({
  endpoints: (build) => ({
    /**
     * The record of a shopper, null if there is none yet; updated live, including this browser's
     * own saves.
     */
    userRecord: build.query<PlainDocument | null, string>({
      query: (uid) => ({ op: 'get', path: `users/${uid}` }),
      onCacheEntryAdded: (uid, lifecycle) =>
        streamDocument<PlainDocument>(`users/${uid}`, lifecycle, (record) => {
          lifecycle.dispatch(userRecordApi.util.upsertQueryData('userRecord', uid, record));
        }),
    }),
    /** Merges fields into users/{uid} and sets `updatedAt` to the server's time. */
    saveUserFields: build.mutation<null, { uid: string; fields: Record<string, unknown> }>({
      query: ({ uid, fields }) => ({
        op: 'set',
        path: `users/${uid}`,
        data: { ...fields, updatedAt: SERVER_TIME },
        merge: true,
      }),
    }),
  }),
});

export const { useUserRecordQuery, useSaveUserFieldsMutation } = userRecordApi;

/**
 * The cached record. `data` is undefined until it is read, null if there is none; `error` is why it
 * could not be read.
 */
export function selectUserRecord(state: Pick<RootState, 'shopApi'>, uid: string) {
  return userRecordApi.endpoints.userRecord.select(uid)(state);
}

/**
 * Registers the listener that keeps the record of the signed-in shopper in the cache, for every
 * feature that reacts to its changes. Register it after the listener that clears the cache when an
 * account leaves.
 */
export function listenToUserRecord(start: StartListening): void {
  start({
    actionCreator: sessionStarted,
    effect: async ({ payload: { uid } }, api) => {
      if (selectUser(api.getOriginalState())?.uid === uid) return;
      const subscription = api.dispatch(userRecordApi.endpoints.userRecord.initiate(uid));
      try {
        await api.condition(
          (next) => sessionEnded.match(next) || (sessionStarted.match(next) && next.payload.uid !== uid),
        );
      } finally {
        subscription.unsubscribe();
      }
    },
  });
}
