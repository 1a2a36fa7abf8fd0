/** Evaluation errors, with the messages of production and the official emulator. */
import type { ComparisonOperator } from './constraint.ts';
import { RulesError, type RulesPath, type RulesValue } from './value.ts';
/** A member or method of null. */
export declare function nullValueError(): RulesError;
/** A value of the wrong type where `expected` types are accepted. */
export declare function typeError(received: RulesValue, ...expected: string[]): RulesError;
/** A key that a map does not contain. */
export declare function undefinedPropertyError(name: string): RulesError;
/** An index or slice out of bounds. */
export declare function indexError(index: bigint, size: number): RulesError;
/** A division of an int by 0. */
export declare function divideByZeroError(): RulesError;
/** A function or method that does not exist. */
export declare function functionNotFoundError(name: string): RulesError;
/**
 * An operator or call with operands of unsupported types. `expected` are the existing signatures.
 */
export declare function unsupportedError(received: string, expected?: readonly string[]): RulesError;
/** A binary operator with operands of unsupported types. */
export declare function unsupportedOperatorError(left: RulesValue, operator: string, right: RulesValue): RulesError;
/** A text that is not a number, in a conversion to one. */
export declare function conversionError(text: string, type: 'int' | 'float'): RulesError;
/** A call with the wrong number of arguments. `expected` are the existing signatures. */
export declare function argumentCountError(received: number, expected: readonly string[]): RulesError;
/** A comparison whose result the filters of the query do not determine. */
export declare function unknownComparisonError(operator: ComparisonOperator | 'in' | 'hasAny'): RulesError;
/**
 * A value that the filters of the query restrict without fixing it, where a set or `diff()` must
 * compare it.
 */
export declare function unfixedValueError(): RulesError;
/** The value of a document in the first evaluation pass, which loads no documents. */
export declare function notLoadedError(): RulesError;
/** A failed document lookup: the path is not that of a document, or the lookup exceeds a limit. */
export declare function serviceCallError(name: string, path: RulesPath): RulesError;
/**
 * A call of a built-in function with arguments of unsupported types. `expected` are the parameter
 * types.
 */
export declare function argumentError(name: string, args: readonly RulesValue[], expected: string): RulesError;
