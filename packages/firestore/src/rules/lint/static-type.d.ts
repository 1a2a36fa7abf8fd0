/** Static types: what is known of the type of an expression before it is evaluated. */
import type { ParameterType } from '../runtime/builtin.ts';
/**
 * The types that a value can have, as `is` names them and `null`; undefined when nothing is known.
 */
export type StaticType = readonly string[] | undefined;
/** The union of several types. */
export declare function unionOf(types: readonly StaticType[]): StaticType;
/**
 * True when a value of the type may be of one of the expected types. An int is accepted where a
 * float is expected.
 */
export declare function mayBe(type: StaticType, expected: readonly string[]): boolean;
/** True when `==` of two types may be true: they have a type in common, or both may be numbers. */
export declare function mayBeEqual(a: StaticType, b: StaticType): boolean;
/**
 * The type of an arithmetic operation or an ordering; empty when it fails for all values of the
 * operands' types.
 */
export declare function operationType(operator: string, left: StaticType, right: StaticType): StaticType;
/** The types that a parameter accepts; undefined for all. */
export declare function parameterTypes(parameters: readonly (ParameterType | undefined)[]): StaticType;
/** The type of the result of a built-in: `string.size`, `math.abs`, `exists`. */
export declare function resultType(qualifiedName: string): StaticType;
/** The type of a member of `request` or `resource`, by its full name. */
export declare function memberType(qualifiedName: string): StaticType;
