import { type Fields, type FieldValue } from './value.ts';
/**
 * Negative, 0 or positive in index order, over all types. Total: NaN equals NaN and is the least
 * number.
 */
export declare function compareValues(left: FieldValue, right: FieldValue): number;
/**
 * Compares integers and doubles by their exact mathematical value. -0 equals 0; NaN sorts first and
 * equals itself.
 */
export declare function compareNumbers(left: number | bigint, right: number | bigint): number;
/** Equality as queries and array transforms use it: 1 equals 1.0, NaN equals NaN. */
export declare function equalValues(left: FieldValue, right: FieldValue): boolean;
/**
 * True for the same value of the same wire type: 1 is not 1.0, and 0.0 is not -0.0. Detects writes
 * without effect.
 */
export declare function identicalValues(left: FieldValue, right: FieldValue): boolean;
/** `identicalValues` for all fields of a map or a document. */
export declare function identicalFields(left: Fields, right: Fields): boolean;
