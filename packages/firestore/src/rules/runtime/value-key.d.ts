/**
 * Hash keys of values. Lists and maps compare their elements exactly: an int never equals a float,
 * and NaN equals nothing. Sets and `diff()` compare numbers by value: 1 equals 1.0, and NaN equals
 * itself. Both as in the official emulator.
 */
import { type RulesValue } from './value.ts';
/** Equal for two values exactly if they are equal as elements of a list or a map. */
export declare function elementKey(value: RulesValue): string;
/**
 * Equal for two values exactly if they are equal as elements of a set, or as values that `diff()`
 * compares.
 */
export declare function setElementKey(value: RulesValue): string;
