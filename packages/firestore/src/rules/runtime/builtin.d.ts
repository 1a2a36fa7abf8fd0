import type { RulesResult, RulesValue } from './value.ts';
/** A declared parameter type; `any` takes every value, `float` also takes an int. */
export type ParameterType = 'any' | 'bytes' | 'duration' | 'float' | 'int' | 'latlng' | 'list' | 'map' | 'null' | 'bool' | 'path' | 'set' | 'string';
/** One overload of a built-in. `apply` runs only with arguments that match `parameters`. */
export interface Overload<Receiver> {
    readonly parameters: readonly ParameterType[];
    readonly apply: (receiver: Receiver, args: readonly RulesValue[]) => RulesResult;
}
/** The overloads of built-ins by name. */
export type Builtins<Receiver> = ReadonlyMap<string, readonly Overload<Receiver>[]>;
/**
 * Calls the overload that accepts the arguments; an error with the available signatures when there
 * is none.
 */
export declare function callOverload<Receiver>(name: string, overloads: readonly Overload<Receiver>[], receiver: Receiver, args: readonly RulesValue[]): RulesResult;
/** Declares one overload of a built-in. */
export declare function overload<Receiver>(parameters: readonly ParameterType[], apply: (receiver: Receiver, args: readonly RulesValue[]) => RulesResult): Overload<Receiver>;
