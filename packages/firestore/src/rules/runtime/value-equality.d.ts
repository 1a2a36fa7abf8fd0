/** Equality and order of values, and membership and sets based on equality. */
import { RulesSet, type RulesValue } from './value.ts';
/**
 * The operator `==`: an int is converted to a float to be compared with one; NaN equals nothing,
 * nor does a diff or a path with captures, and points with zeros of different signs differ, as in
 * the official emulator.
 */
export declare function valuesEqual(a: RulesValue, b: RulesValue): boolean;
/**
 * Equality of the values of a key that `diff()` compares: numbers by value, and NaN equals itself.
 */
export declare function unchanged(before: RulesValue, after: RulesValue): boolean;
/** True when a list contains an element equal to `value`. */
export declare function includes(elements: readonly RulesValue[], value: RulesValue): boolean;
/** Returns `includes` for one collection, prepared for repeated calls. */
export declare function membershipTest(elements: readonly RulesValue[]): (value: RulesValue) => boolean;
/** Like `membershipTest`, for the equality of the elements of sets. */
export declare function setMembershipTest(elements: readonly RulesValue[]): (value: RulesValue) => boolean;
/** Creates a set; of equal elements, the first is retained. */
export declare function makeSet(elements: readonly RulesValue[]): RulesSet;
/**
 * Negative, zero or positive as `a` is less than, equal to or greater than `b`; NaN when an operand
 * is NaN; undefined when the types have no order.
 */
export declare function compareValues(a: RulesValue, b: RulesValue): number | undefined;
/** The name of the type of a value, as used by `is` and in error messages. */
export declare function typeName(value: RulesValue): string;
