import { isUnsampled } from '@savepoint/server/core/tracing';
import { OWNER, type Principal, UNSAMPLED_OWNER } from '../database/access-control.ts';
import { parseAuthorization } from '../rules/auth-token.ts';
import type { CallContext } from './firestore-service.ts';

/**
 * The principal of a call, from its Authorization header. Throws UNAUTHENTICATED for a malformed
 * token.
 */
export function principalOf(call: CallContext): Principal {
  const authorization = parseAuthorization(call.authorization);
  if (authorization.kind === 'owner') return isUnsampled(call.traceparent) ? UNSAMPLED_OWNER : OWNER;
  if (authorization.kind === 'anonymous') return { kind: 'client', auth: null };
  const { uid, token } = authorization;
  return { kind: 'client', auth: { uid, token } };
}
