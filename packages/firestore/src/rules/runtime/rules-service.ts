/** The services of the rules language and their differences. */

import type { MethodCall } from '../syntax/syntax.ts';
import type { LookupFunction } from './evaluation.ts';

/** The name of a service block. */
export type RulesService = 'cloud.firestore' | 'firebase.storage';

/**
 * The common beginning of the paths that a service's rules protect: literals, and undefined for a
 * variable segment.
 */
export const ROOT_SEGMENTS: Readonly<Record<RulesService, readonly (string | undefined)[]>> = {
  'cloud.firestore': ['databases', undefined, 'documents'],
  'firebase.storage': ['b', undefined, 'o'],
};

const CROSS_SERVICE_LOOKUPS: ReadonlyMap<string, LookupFunction> = new Map([
  ['get', 'get'],
  ['exists', 'exists'],
]);

/**
 * The lookup of `firestore.get(path)` or `firestore.exists(path)` in `service firebase.storage`;
 * undefined for any other call. `isVariable` tells whether a name is a variable in the call's
 * scope, which would hide the namespace.
 * https://firebase.google.com/docs/storage/security/rules-conditions#enhance_with_firestore
 */
export function crossServiceLookup(
  { receiver, name }: MethodCall,
  service: RulesService,
  isVariable: (name: string) => boolean,
): LookupFunction | undefined {
  const isPackage =
    service === 'firebase.storage' &&
    receiver.kind === 'identifier' &&
    receiver.name === 'firestore' &&
    !isVariable(receiver.name);
  return isPackage ? CROSS_SERVICE_LOOKUPS.get(name.text) : undefined;
}
