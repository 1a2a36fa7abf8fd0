// Owns the user record users/{uid} as features read and write it: live, and field by field. Knows nothing of what the
// fields mean.
import type { Problem } from '../firebase/problem.ts';
import { type PlainDocument, SERVER_TIME } from '../firebase/request.ts';
import { shopApi } from './shop-api.ts';

/** Follows a user record; answers the function that stops following. */
export type FollowUserRecord = (
  uid: string,
  onChange: (record: PlainDocument | null) => void,
  onProblem: (problem: Problem) => void,
) => Promise<() => void>;

/** Follows users/{uid} through the SDK, which is loaded when first needed. */
export const followUserRecord: FollowUserRecord = async (uid, onChange, onProblem) => {
  const { followDocument } = await import('../firebase/sdk-client.ts');
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
