import { stackApi } from './stack-api.ts';

/** The token claims with which a request is sent; null if signed out. */
export type TokenClaims = Readonly<Record<string, unknown>>;

/** An account with which requests can be sent. */
interface CallerAccount {
  readonly uid: string;
  /** Its email address, or another name. */
  readonly label: string;
  readonly claims: TokenClaims;
}

interface User {
  readonly localId: string;
  readonly email?: string;
  readonly emailVerified?: boolean;
  readonly displayName?: string;
  readonly phoneNumber?: string;
  readonly customAttributes?: string;
}

const MAX_ACCOUNTS = 100;

/**
 * The claims of an account's ID token, without its times. As in a real token, custom claims are at
 * the top level.
 */
export function claimsOf(user: User): TokenClaims {
  const { localId, email, emailVerified = false, displayName, phoneNumber, customAttributes } = user;
  return {
    ...(customAttributes === undefined ? {} : (JSON.parse(customAttributes) as object)),
    sub: localId,
    user_id: localId,
    ...(displayName === undefined ? {} : { name: displayName }),
    ...(email === undefined ? {} : { email, email_verified: emailVerified }),
    ...(phoneNumber === undefined ? {} : { phone_number: phoneNumber }),
    firebase: {
      sign_in_provider:
        email === undefined ? (phoneNumber === undefined ? 'anonymous' : 'phone') : 'password',
      identities: email === undefined ? {} : { email: [email] },
    },
  };
}

const callerApi = stackApi.injectEndpoints({
  endpoints: (build) => ({
    /** Returns at most one hundred accounts. */
    getCallerAccounts: build.query<CallerAccount[], string>({
      query: (projectId) => ({
        path: `auth/identitytoolkit.googleapis.com/v1/projects/${encodeURIComponent(projectId)}/accounts:batchGet?maxResults=${MAX_ACCOUNTS}`,
      }),
      transformResponse: ({ users = [] }: { users?: User[] }) =>
        users.map((user) => ({
          uid: user.localId,
          label: user.email ?? user.displayName ?? user.phoneNumber ?? user.localId,
          claims: claimsOf(user),
        })),
      providesTags: ['Accounts'],
    }),
  }),
});

export const { useGetCallerAccountsQuery } = callerApi;
