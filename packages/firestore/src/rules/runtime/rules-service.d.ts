/** The services of the rules language, and what differs between them. */
import type { MethodCall } from '../syntax/syntax.ts';
import type { LookupFunction } from './evaluation.ts';
/** The name of a service block. */
export type RulesService = 'cloud.firestore' | 'firebase.storage';
/**
 * How the path of everything that the rules of a service protect begins: literals, and undefined
 * for a variable segment.
 */
export declare const ROOT_SEGMENTS: Readonly<Record<RulesService, readonly (string | undefined)[]>>;
/**
 * The lookup that `firestore.get(path)` or `firestore.exists(path)` makes in `service
 * firebase.storage`; undefined for any other call. `isVariable` says whether a name is a variable
 * where the call stands: it then hides the package.
 * https://firebase.google.com/docs/storage/security/rules-conditions#enhance_with_firestore
 */
export declare function crossServiceLookup({ receiver, name }: MethodCall, service: RulesService, isVariable: (name: string) => boolean): LookupFunction | undefined;
