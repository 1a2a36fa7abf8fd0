import { stackApi } from '../api/stack-api.ts';

/** A way to sign in to an account: `password`, `phone`, `google.com`. */
interface Provider {
  readonly providerId: string;
  /** The account at the provider. */
  readonly email?: string;
  readonly displayName?: string;
  readonly rawId?: string;
}

/** An account, as the Identity Toolkit API has it; without its password. */
export interface Account {
  readonly localId: string;
  readonly email?: string;
  readonly displayName?: string;
  readonly phoneNumber?: string;
  readonly emailVerified?: boolean;
  readonly disabled?: boolean;
  /** The custom claims as JSON text. */
  readonly customAttributes?: string;
  readonly createdAt?: string;
  readonly lastLoginAt?: string;
  readonly providerUserInfo?: readonly Provider[];
}

/** A code that an email or a text message would have contained. */
export interface Code {
  readonly kind: string;
  readonly receiver: string;
  readonly code: string;
  /** The link of the email. */
  readonly link?: string;
}

const PAGE_LENGTH = 100;

const accountsOf = (projectId: string) =>
  `auth/identitytoolkit.googleapis.com/v1/projects/${encodeURIComponent(projectId)}/accounts`;
const emulatorOf = (projectId: string) => `auth/emulator/v1/projects/${encodeURIComponent(projectId)}`;

interface AccountPage {
  readonly users?: readonly (Account & { passwordHash?: string; salt?: string })[];
  readonly nextPageToken?: string;
}

interface OobCode {
  readonly email: string;
  readonly oobCode: string;
  readonly oobLink: string;
  readonly requestType: string;
}

const accountsApi = stackApi.injectEndpoints({
  endpoints: (build) => ({
    getAccounts: build.infiniteQuery<
      { accounts: Account[]; next: string | undefined },
      { projectId: string },
      string
    >({
      infiniteQueryOptions: { initialPageParam: '', getNextPageParam: ({ next }) => next },
      query: ({ queryArg: { projectId }, pageParam }) => ({
        path: `${accountsOf(projectId)}:batchGet?maxResults=${PAGE_LENGTH}${pageParam === '' ? '' : `&nextPageToken=${encodeURIComponent(pageParam)}`}`,
      }),
      transformResponse: ({ users = [], nextPageToken }: AccountPage) => ({
        accounts: users.map(({ passwordHash: _hash, salt: _salt, ...account }) => account),
        // The last page of exactly the length has a token, too.
        next: users.length < PAGE_LENGTH ? undefined : nextPageToken,
      }),
      providesTags: ['Accounts'],
    }),
    createAccount: build.mutation<Account, { projectId: string; fields: object }>({
      query: ({ projectId, fields }) => ({ path: accountsOf(projectId), method: 'POST', body: fields }),
      invalidatesTags: ['Accounts'],
    }),
    updateAccount: build.mutation<Account, { projectId: string; fields: { localId: string } & object }>({
      query: ({ projectId, fields }) => ({
        path: `${accountsOf(projectId)}:update`,
        method: 'POST',
        body: fields,
      }),
      invalidatesTags: ['Accounts'],
    }),
    deleteAccount: build.mutation<unknown, { projectId: string; localId: string }>({
      query: ({ projectId, localId }) => ({
        path: `${accountsOf(projectId)}:delete`,
        method: 'POST',
        body: { localId },
      }),
      invalidatesTags: ['Accounts'],
    }),
    sendCode: build.mutation<unknown, { projectId: string; email: string; requestType: string }>({
      query: ({ projectId, ...body }) => ({
        path: `${accountsOf(projectId)}:sendOobCode`,
        method: 'POST',
        body,
      }),
      invalidatesTags: ['Codes'],
    }),
    getCodes: build.query<Code[], string>({
      async queryFn(projectId, _api, _options, baseQuery) {
        const [emails, phones] = await Promise.all([
          baseQuery({ path: `${emulatorOf(projectId)}/oobCodes` }),
          baseQuery({ path: `${emulatorOf(projectId)}/verificationCodes` }),
        ]);
        if (emails.error !== undefined) return { error: emails.error };
        if (phones.error !== undefined) return { error: phones.error };
        const { oobCodes = [] } = emails.data as { oobCodes?: OobCode[] };
        const { verificationCodes = [] } = phones.data as {
          verificationCodes?: { phoneNumber: string; code: string }[];
        };
        return {
          data: [
            ...oobCodes.map(({ email, oobCode, oobLink, requestType }) => ({
              kind: requestType.toLowerCase().replaceAll('_', ' '),
              receiver: email,
              code: oobCode,
              link: oobLink,
            })),
            ...verificationCodes.map(({ phoneNumber, code }) => ({
              kind: 'phone',
              receiver: phoneNumber,
              code,
            })),
          ].reverse(),
        };
      },
      providesTags: ['Codes'],
    }),
  }),
});

export const {
  useGetAccountsInfiniteQuery,
  useCreateAccountMutation,
  useUpdateAccountMutation,
  useDeleteAccountMutation,
  useSendCodeMutation,
  useGetCodesQuery,
} = accountsApi;
