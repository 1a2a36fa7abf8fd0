import type { FieldValue } from '../../core/value.ts';
/**
 * Strings and bytes in one form, on which the functions of both are written once: the text and its
 * characters, which are code points of a string and single bytes of bytes.
 */
export interface Text {
    readonly characters: readonly string[];
    readonly text: string;
    readonly kind: 'string' | 'bytes';
}
/** The text of a string or of bytes. Throws EvaluationError for another value. */
export declare function asText(functionName: string, value: FieldValue): Text;
/** The texts of arguments that must be all strings or all bytes. Throws EvaluationError. */
export declare function asTexts<const T extends readonly FieldValue[]>(functionName: string, values: T): {
    readonly [index in keyof T]: Text;
};
/** The value of a text that was derived from one of this kind. */
export declare function toValue(kind: Text['kind'], text: string): FieldValue;
