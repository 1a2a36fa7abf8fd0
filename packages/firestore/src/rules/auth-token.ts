/**
 * Authentication from the Authorization header. Like the official emulator, it checks neither
 * signatures nor expiry.
 */
import { type Claims, readClaims } from '@savepoint/server/core/json-web-token';
import { RpcError, StatusCode } from '../core/rpc-error.ts';

/** The authentication state of a request. */
export type Authorization =
  /** Rules do not apply. */
  | { readonly kind: 'owner' }
  | { readonly kind: 'anonymous' }
  | { readonly kind: 'user'; readonly uid: string; readonly token: Readonly<Record<string, unknown>> };

/**
 * The audience of self-signed service account tokens of server libraries, to which rules do not
 * apply.
 */
const FIRESTORE_AUDIENCE = /^https:\/\/firestore\.googleapis\.com\/?/;

/**
 * Parses `Bearer owner`, `Bearer <JWT>` or an absent header. A JWT from the Auth emulator or from
 * `createMockUserToken` identifies a user by `user_id` or `sub`; one signed by a service account
 * for Firestore identifies the owner. Throws UNAUTHENTICATED for anything else.
 */
export function parseAuthorization(header: string | undefined): Authorization {
  if (header === undefined || header.trim() === '') return { kind: 'anonymous' };
  const credential = /^(?:Bearer|Firebase)\s+(\S+)$/i.exec(header.trim())?.[1];
  if (credential === undefined) throw unauthenticated("the Authorization header is not 'Bearer <token>'");
  if (credential === 'owner') return { kind: 'owner' };
  const token = parsePayload(credential);
  if (typeof token.aud === 'string' && FIRESTORE_AUDIENCE.test(token.aud)) return { kind: 'owner' };
  const uid = token.user_id ?? token.sub;
  if (typeof uid !== 'string' || uid === '')
    throw unauthenticated('the token identifies no user: it has neither sub nor user_id');
  return { kind: 'user', uid, token };
}

function parsePayload(token: string): Claims {
  const read = readClaims(token);
  if ('problem' in read) throw unauthenticated(read.problem);
  return read.claims;
}

function unauthenticated(reason: string): RpcError {
  return new RpcError(
    StatusCode.UNAUTHENTICATED,
    `Invalid authentication token: ${reason}. Send 'Bearer owner', a token from the Auth emulator, or none.`,
  );
}
