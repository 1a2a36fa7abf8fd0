/** The methods of each type. */
import type { Overload } from './builtin.ts';
import { type RulesResult, type RulesValue } from './value.ts';
/** Calls `receiver.name(args)`. */
export declare function callMethod(receiver: RulesValue, name: string, args: readonly RulesValue[]): RulesResult;
/** The overloads of a method by type; empty when no type has a method of this name. */
export declare function methodsNamed(name: string): ReadonlyMap<string, readonly Overload<never>[]>;
