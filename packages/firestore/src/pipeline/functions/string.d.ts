import type { FieldValue } from '../../core/value.ts';
import { type FunctionTable } from '../parser.ts';
/** The text concatenated. */
export declare function concatTexts(name: string, values: readonly FieldValue[]): FieldValue;
/** The characters in reverse order. */
export declare function reverseText(name: string, value: FieldValue): FieldValue;
/**
 * Functions of strings and bytes. Positions and lengths count code points of strings and bytes of
 * bytes.
 */
export declare const STRING_FUNCTIONS: FunctionTable;
