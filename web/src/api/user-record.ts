// The user document users/{uid}: read live, written field by field. The fields belong to the features.
import type { BackendError } from '../firebase/backend-error.ts';
import { type PlainDocument, SERVER_TIME } from '../firebase/request.ts';
import { shopApi } from './shop-api.ts';

/** Subscribes to users/{uid}: `onChange` gets it now and on every change. The returned function unsubscribes. */
export type SubscribeToUserRecord = (
  uid: string,
  onChange: (record: PlainDocument | null) => void,
  onError: (error: BackendError) => void,
) => Promise<() => void>;

/** Subscribes to users/{uid} with the Firestore SDK, which is loaded on first use. */
export const subscribeToUserRecord: SubscribeToUserRecord = async (uid, onChange, onError) => {
  const { subscribeToDocument } = await import('../firebase/sdk-client.ts');
  return subscribeToDocument(`users/${uid}`, onChange, onError);
};

export const userRecordApi = shopApi.injectEndpoints({
  endpoints: (build) => ({
    userRecord: build.query<PlainDocument | null, string>({
      query: (uid) => ({ op: 'get', path: `users/${uid}` }),
      providesTags: (_record, _error, uid) => [{ type: 'User', id: uid }],
    }),
    /** Merges fields into users/{uid} and sets `updatedAt` to the server's time. */
    saveUserFields: build.mutation<null, { uid: string; fields: Record<string, unknown> }>({
      query: ({ uid, fields }) => ({
        op: 'set',
        path: `users/${uid}`,
        data: { ...fields, updatedAt: SERVER_TIME },
        merge: true,
      }),
      invalidatesTags: (_result, _error, { uid }) => [{ type: 'User', id: uid }],
    }),
  }),
});

export const { useUserRecordQuery } = userRecordApi;
