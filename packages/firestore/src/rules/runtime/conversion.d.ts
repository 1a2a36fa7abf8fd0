/**
 * The conversion functions `string()`, `int()`, `float()` and `path()`, and the text forms they
 * use.
 */
import { type Builtins } from './builtin.ts';
import { RulesPath, type RulesValue } from './value.ts';
/** Formats a float like Java's Double.toString: 1.0, 1.5, 1.0E10. */
export declare function formatFloat(value: number): string;
/** Formats a path: `/a/b`, with unbound captures in braces. */
export declare function formatPath(path: RulesPath): string;
/**
 * The bytes of a text in UTF-8. Half of a surrogate pair, which an index can cut off, is a question
 * mark, as in Java.
 */
export declare function toUtf8(text: string): Uint8Array;
/** The result of `string()`; undefined for types that it does not accept. */
export declare function stringify(value: RulesValue): string | undefined;
/**
 * Converts a float to an int: truncated toward zero, NaN to 0, values out of range to the nearest
 * int.
 */
export declare function truncate(value: number): bigint;
/** The conversion functions by name. */
export declare const CONVERSIONS: Builtins<undefined>;
