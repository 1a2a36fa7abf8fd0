import { type Principal } from '../database/access-control.ts';
import type { CallContext } from './firestore-service.ts';
/**
 * The principal of a call, from its Authorization header. Throws UNAUTHENTICATED for a malformed
 * token.
 */
export declare function principalOf(call: CallContext): Principal;
