// Owns who calls: the Authorization header in, the principal out.

import { OWNER, type Principal } from '../database/access-control.ts';
import { parseAuthorization } from '../rules/auth-token.ts';
import type { CallContext } from './firestore-service.ts';

/** The principal of a call. Throws UNAUTHENTICATED for a token that cannot be read. */
export function principalOf(call: CallContext): Principal {
  const authorization = parseAuthorization(call.authorization);
  if (authorization.kind === 'owner') return OWNER;
  if (authorization.kind === 'anonymous') return { kind: 'client', auth: null };
  const { uid, token } = authorization;
  return { kind: 'client', auth: { uid, token } };
}
