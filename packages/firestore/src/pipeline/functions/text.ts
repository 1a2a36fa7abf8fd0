import type { FieldValue } from '../../core/value.ts';
import { typeError } from './argument.ts';

/**
 * A common form of strings and bytes, so that functions are written once for both: the text and its
 * characters, which are code points or single bytes.
 */
export interface Text {
  readonly characters: readonly string[];
  readonly text: string;
  readonly kind: 'string' | 'bytes';
}

/** The text of a string or of bytes. Throws EvaluationError for other values. */
export function asText(functionName: string, value: FieldValue): Text {
  if (typeof value === 'string') return { characters: [...value], text: value, kind: 'string' };
  if (!(value instanceof Uint8Array)) throw typeError(functionName, 'string or bytes', value);
  const text = Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('latin1');
  return { characters: text.split(''), text, kind: 'bytes' };
}

/** The texts of arguments, which must be all strings or all bytes. Throws EvaluationError. */
export function asTexts<const T extends readonly FieldValue[]>(
  functionName: string,
  values: T,
): { readonly [index in keyof T]: Text } {
  const texts = values.map((value) => asText(functionName, value));
  const different = texts.findIndex(({ kind }) => kind !== texts[0]?.kind);
  if (different >= 0) throw typeError(functionName, texts[0]?.kind ?? '', values[different]);
  return texts as unknown as { readonly [index in keyof T]: Text };
}

/** Converts text back to a value of this kind. */
export function toValue(kind: Text['kind'], text: string): FieldValue {
  return kind === 'string' ? text : new Uint8Array(Buffer.from(text, 'latin1'));
}
