// Owns the user record users/{uid} as features read and write it: live, and field by field. Knows nothing of what the
// fields mean.
import type { BackendError } from '../firebase/backend-error.ts';
import { type PlainDocument, SERVER_TIME } from '../firebase/request.ts';
import { shopApi } from './shop-api.ts';

/** Follows a user record; answers the function that stops following. */
export type SubscribeToUserRecord = (
  uid: string,
  onChange: (record: PlainDocument | null) => void,
  onProblem: (problem: BackendError) => void,
) => Promise<() => void>;

/** Follows users/{uid} through the SDK, which is loaded when first needed. */
export const subscribeToUserRecord: SubscribeToUserRecord = async (uid, onChange, onProblem) => {
  const { subscribeToDocument: followDocument } = await import('../firebase/sdk-client.ts');
  return followDocument(`users/${uid}`, onChange, onProblem);
};

export const userRecordApi = shopApi.injectEndpoints({
  endpoints: (build) => ({
    userRecord: build.query<PlainDocument | null, string>({
      query: (uid) => ({ op: 'get', path: `users/${uid}` }),
      providesTags: (_record, _problem, uid) => [{ type: 'User', id: uid }],
    }),
    /** Merges fields into users/{uid} and stamps `updatedAt`. */
    saveUserFields: build.mutation<null, { uid: string; fields: Record<string, unknown> }>({
      query: ({ uid, fields }) => ({
        op: 'set',
        path: `users/${uid}`,
        data: { ...fields, updatedAt: SERVER_TIME },
        merge: true,
      }),
      invalidatesTags: (_answer, _problem, { uid }) => [{ type: 'User', id: uid }],
    }),
  }),
});

export const { useUserRecordQuery, useSaveUserFieldsMutation } = userRecordApi;
