import { stackApi } from '../api/stack-api.ts';

/** A sign-in method of an account: `password`, `phone`, `google.com`. */
interface Provider {
  readonly providerId: string;
  /** The account at the provider. */
  readonly email?: string;
  readonly displayName?: string;
  readonly rawId?: string;
}

/** An account as returned by the Identity Toolkit API, without its password. */
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

/** The owner of accounts: a project or one of its tenants. */
export interface AccountsOwner {
  readonly projectId: string;
  /** Empty for accounts without a tenant. */
  readonly tenantId: string;
}

/** A tenant of Identity Platform. */
interface Tenant {
  readonly tenantId: string;
  readonly displayName?: string;
}

const MAX_TENANTS = 1000;

const ownerPath = ({ projectId, tenantId }: AccountsOwner) =>
  `projects/${encodeURIComponent(projectId)}${tenantId === '' ? '' : `/tenants/${encodeURIComponent(tenantId)}`}`;
const accountsOf = (owner: AccountsOwner) =>
  `auth/identitytoolkit.googleapis.com/v1/${ownerPath(owner)}/accounts`;
const emulatorOf = (owner: AccountsOwner) => `auth/emulator/v1/${ownerPath(owner)}`;

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
      AccountsOwner,
      string
    >({
      infiniteQueryOptions: { initialPageParam: '', getNextPageParam: ({ next }) => next },
      query: ({ queryArg: { projectId, tenantId }, pageParam }) => {
        // A tenant whose sign-in is disabled responds with an error.
        const query = new URLSearchParams({ maxResults: String(PAGE_LENGTH) });
        if (tenantId !== '') query.set('tenantId', tenantId);
        if (pageParam !== '') query.set('nextPageToken', pageParam);
        return { path: `${accountsOf({ projectId, tenantId: '' })}:batchGet?${query}` };
      },
      transformResponse: ({ users = [], nextPageToken }: AccountPage) => ({
        accounts: users.map(({ passwordHash: _hash, salt: _salt, ...account }) => account),
        // A last page of exactly this length also has a token.
        next: users.length < PAGE_LENGTH ? undefined : nextPageToken,
      }),
      providesTags: ['Accounts'],
    }),
    getTenants: build.query<readonly Tenant[], string>({
      query: (projectId) => ({
        path: `auth/identitytoolkit.googleapis.com/v2/projects/${encodeURIComponent(projectId)}/tenants?pageSize=${MAX_TENANTS}`,
      }),
      transformResponse: ({ tenants = [] }: { tenants?: readonly Tenant[] }) => tenants,
    }),
    createAccount: build.mutation<Account, { owner: AccountsOwner; fields: object }>({
      query: ({ owner, fields }) => ({ path: accountsOf(owner), method: 'POST', body: fields }),
      invalidatesTags: ['Accounts'],
    }),
    updateAccount: build.mutation<Account, { owner: AccountsOwner; fields: { localId: string } & object }>({
      query: ({ owner, fields }) => ({
        path: `${accountsOf(owner)}:update`,
        method: 'POST',
        body: fields,
      }),
      invalidatesTags: ['Accounts'],
    }),
    deleteAccount: build.mutation<unknown, { owner: AccountsOwner; localId: string }>({
      query: ({ owner, localId }) => ({
        path: `${accountsOf(owner)}:delete`,
        method: 'POST',
        body: { localId },
      }),
      invalidatesTags: ['Accounts'],
    }),
    sendCode: build.mutation<unknown, { owner: AccountsOwner; email: string; requestType: string }>({
      query: ({ owner, ...body }) => ({
        path: `${accountsOf(owner)}:sendOobCode`,
        method: 'POST',
        body,
      }),
      invalidatesTags: ['Codes'],
    }),
    getCodes: build.query<Code[], AccountsOwner>({
      async queryFn(owner, _api, _options, baseQuery) {
        const [emails, phones] = await Promise.all([
          baseQuery({ path: `${emulatorOf(owner)}/oobCodes` }),
          baseQuery({ path: `${emulatorOf(owner)}/verificationCodes` }),
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
  useGetTenantsQuery,
  useCreateAccountMutation,
  useUpdateAccountMutation,
  useDeleteAccountMutation,
  useSendCodeMutation,
  useGetCodesQuery,
} = accountsApi;
