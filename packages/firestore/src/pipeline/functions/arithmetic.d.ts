import type { FieldValue } from '../../core/value.ts';
import { type FunctionTable } from '../parser.ts';
type Numeric = number | bigint;
/** True for an integer of 64 bits. */
export declare function isInt64(value: bigint): boolean;
/** `value`, if it fits 64 bits. Throws EvaluationError. */
export declare function checkOverflow(name: string, value: bigint): bigint;
/**
 * The sum of the numbers among the values: an integer of any size, unless a double is among them.
 */
export declare function sumOf(values: Iterable<FieldValue>): Numeric;
/** Functions of numbers. */
export declare const ARITHMETIC_FUNCTIONS: FunctionTable;
export {};
