import { utf8Length } from '../../core/utf8-order.ts';
import type { FieldValue } from '../../core/value.ts';
import { invalidExpression } from '../evaluation-error.ts';
import { type FunctionDefinition, type FunctionTable, strict } from '../parser.ts';
import { asInteger, asString } from './argument.ts';
import { asText, asTexts, toValue } from './text.ts';

const ANY = Number.POSITIVE_INFINITY;
/** A generous limit: 16 times the maximum size of a document. */
const MAX_LENGTH = 16 * 1024 * 1024;

function trimming(name: string, atStart: boolean, atEnd: boolean): FunctionDefinition {
  return strict(1, 2, (value, set) => {
    const { characters, kind } = asText(name, value);
    const [, given] = set === undefined ? [] : asTexts(name, [value, set]);
    const isTrimmed = (character: string | undefined) =>
      character !== undefined && (given ? given.characters.includes(character) : character.trim() === '');
    let [start, end] = [0, characters.length];
    while (atStart && start < end && isTrimmed(characters[start])) start++;
    while (atEnd && end > start && isTrimmed(characters[end - 1])) end--;
    return toValue(kind, characters.slice(start, end).join(''));
  });
}

function test(name: string, holds: (text: string, part: string) => boolean): FunctionDefinition {
  return strict(2, 2, (value, part) => {
    const [text, wanted] = asTexts(name, [value, part]);
    return holds(text.text, wanted.text);
  });
}

/** Converts to upper or lower case. In bytes, only ASCII letters are converted. */
function changeCase(name: string, convert: (text: string) => string): FunctionDefinition {
  return strict(1, 1, (value) => {
    const { text, kind } = asText(name, value);
    return toValue(kind, kind === 'string' ? convert(text) : text.replaceAll(/[A-Za-z]/g, convert));
  });
}

function replacing(name: string, isAll: boolean): FunctionDefinition {
  return strict(3, 3, (value, find, replacement) => {
    const [text, wanted, other] = asTexts(name, [value, find, replacement]);
    if (wanted.text === '') return value;
    const replaced = isAll
      ? text.text.replaceAll(wanted.text, () => other.text)
      : text.text.replace(wanted.text, () => other.text);
    return toValue(text.kind, checkLength(name, replaced));
  });
}

function checkLength(name: string, text: string): string {
  if (text.length > MAX_LENGTH) throw invalidExpression(`${name}(): the result is too long.`);
  return text;
}

export function concatTexts(name: string, values: readonly FieldValue[]): FieldValue {
  const texts = asTexts(name, values);
  return toValue(texts[0]?.kind ?? 'string', texts.map(({ text }) => text).join(''));
}

export function reverseText(name: string, value: FieldValue): FieldValue {
  const { characters, kind } = asText(name, value);
  return toValue(kind, characters.toReversed().join(''));
}

function substring(value: FieldValue, position: FieldValue, length?: FieldValue): FieldValue {
  const { characters, kind } = asText('substring', value);
  const offset = asInteger('substring', position);
  const count = length === undefined ? ANY : asInteger('substring', length);
  if (count < 0) throw invalidExpression(`substring(): the length must be non-negative, but was ${count}.`);
  const start = offset < 0 ? Math.max(0, characters.length + offset) : offset;
  return toValue(kind, characters.slice(start, start + count).join(''));
}

function repeat(value: FieldValue, times: FieldValue): FieldValue {
  const { text, kind } = asText('string_repeat', value);
  const count = asInteger('string_repeat', times);
  if (count < 0)
    throw invalidExpression(`string_repeat(): the count must be non-negative, but was ${count}.`);
  if (text.length * count > MAX_LENGTH) throw invalidExpression('string_repeat(): the result is too long.');
  return toValue(kind, text.repeat(count));
}

function indexOf(value: FieldValue, part: FieldValue): bigint {
  const [text, wanted] = asTexts('string_index_of', [value, part]);
  const index = text.text.indexOf(wanted.text);
  return BigInt(index <= 0 ? index : [...text.text.slice(0, index)].length);
}

function split(value: FieldValue, delimiter: FieldValue = ','): FieldValue {
  const [text, separator] = asTexts('split', [value, delimiter]);
  const parts = separator.text === '' ? text.characters : text.text.split(separator.text);
  return parts.map((part) => toValue(text.kind, part));
}

/**
 * Functions of strings and bytes. Positions and lengths count the code points of strings, or single
 * bytes.
 */
export const STRING_FUNCTIONS: FunctionTable = {
  byte_length: strict(1, 1, (value) => {
    const { text, kind } = asText('byte_length', value);
    return BigInt(kind === 'string' ? utf8Length(text) : text.length);
  }),
  char_length: strict(1, 1, (value) => BigInt([...asString('char_length', value)].length)),
  ends_with: test('ends_with', (text, part) => text.endsWith(part)),
  starts_with: test('starts_with', (text, part) => text.startsWith(part)),
  string_contains: test('string_contains', (text, part) => text.includes(part)),
  string_concat: strict(1, ANY, (...values) => {
    const texts = values.map((value) => asString('string_concat', value));
    return checkLength('string_concat', texts.join(''));
  }),
  string_index_of: strict(2, 2, indexOf),
  string_repeat: strict(2, 2, repeat),
  string_replace_all: replacing('string_replace_all', true),
  string_replace_one: replacing('string_replace_one', false),
  string_reverse: strict(1, 1, (value) => reverseText('string_reverse', value)),
  split: strict(1, 2, split),
  substring: strict(2, 3, substring),
  to_lower: changeCase('to_lower', (text) => text.toLowerCase()),
  to_upper: changeCase('to_upper', (text) => text.toUpperCase()),
  trim: trimming('trim', true, true),
  ltrim: trimming('ltrim', true, false),
  rtrim: trimming('rtrim', false, true),
};
