/** Who sends a request, from its Authorization header. Signatures and expiry are not checked: this is an emulator. */
import { RpcError, StatusCode } from '../core/rpc-error.ts';

export type Authorization =
  /** Rules do not apply. */
  | { readonly kind: 'owner' }
  | { readonly kind: 'anonymous' }
  | { readonly kind: 'user'; readonly uid: string; readonly token: Readonly<Record<string, unknown>> };

/** The audience of tokens that server libraries sign with a service account, which rules never judge. */
const FIRESTORE_AUDIENCE = /^https:\/\/firestore\.googleapis\.com\/?/;

/**
 * Reads `Bearer owner`, `Bearer <JWT>` or no header at all. A JWT of the Authentication emulator or of
 * `createMockUserToken` names a user by `user_id` or `sub`; one that a service account signed for Firestore is
 * an owner's. Throws UNAUTHENTICATED for anything else.
 */
export function parseAuthorization(header: string | undefined): Authorization {
  if (header === undefined || header.trim() === '') return { kind: 'anonymous' };
  const credential = /^(?:Bearer|Firebase)\s+(\S+)$/i.exec(header.trim())?.[1];
  if (credential === undefined) throw unauthenticated("the Authorization header is not 'Bearer <token>'");
  if (credential === 'owner') return { kind: 'owner' };
  const token = payloadOf(credential);
  if (typeof token.aud === 'string' && FIRESTORE_AUDIENCE.test(token.aud)) return { kind: 'owner' };
  const uid = token.user_id ?? token.sub;
  if (typeof uid !== 'string' || uid === '')
    throw unauthenticated('the token names no user: it has no sub or user_id');
  return { kind: 'user', uid, token };
}

/** The claims of a JWT: its middle part, base64url-encoded JSON. */
function payloadOf(token: string): Readonly<Record<string, unknown>> {
  const parts = token.split('.');
  const [, encoded = ''] = parts;
  if (parts.length !== 3 || !/^[A-Za-z0-9_-]+$/.test(encoded)) {
    throw unauthenticated('the token is not a JWT of three base64url parts');
  }
  let payload: unknown;
  try {
    payload = JSON.parse(Buffer.from(encoded, 'base64url').toString('utf8'));
  } catch {
    throw unauthenticated("the token's payload is not JSON");
  }
  if (payload === null || typeof payload !== 'object' || Array.isArray(payload)) {
    throw unauthenticated("the token's payload is not an object");
  }
  return payload as Readonly<Record<string, unknown>>;
}

function unauthenticated(reason: string): RpcError {
  return new RpcError(
    StatusCode.UNAUTHENTICATED,
    `Invalid authentication token: ${reason}. Send 'Bearer owner', a token of the Authentication emulator, or none.`,
  );
}
