/** Methods of `string` and `bytes`. */

import {
  compileRegularExpression,
  InvalidRegularExpression,
  invalidPattern,
} from '@savepoint/server/rules/regular-expression';
import { type Builtins, overload } from './builtin.ts';
import { toUtf8 } from './conversion.ts';
import { exhaustedError } from './evaluation.ts';
import { RulesError, type RulesResult, type RulesValue } from './value.ts';

/** The maximum length of a result of `replace`: several times the maximum document size. */
const MAXIMUM_REPLACED_LENGTH = 8 * 1024 * 1024;

/** Applies a regular expression. If it does not compile, returns an evaluation error. */
function withPattern(pattern: RulesValue | undefined, run: (compiled: Pattern) => RulesResult): RulesResult {
  const compiled = compileRegularExpression(pattern as string);
  if (compiled instanceof InvalidRegularExpression)
    return new RulesError(invalidPattern(pattern as string, compiled.reason));
  return run(compiled);
}
type Pattern = Exclude<ReturnType<typeof compileRegularExpression>, InvalidRegularExpression>;

/** An upper bound on the length of a text after a replacement with inserted groups. */
function replacedLength(compiled: Pattern, text: string, replacement: string): number {
  const groups = replacement.split('$').length - 1;
  const bound = text.length * (1 + groups) + (text.length + 1) * replacement.length;
  if (bound <= MAXIMUM_REPLACED_LENGTH) return bound;
  const matcher = compiled.matcher(text);
  let matches = 0;
  while (matcher.find()) matches++;
  return text.length * (1 + groups) + matches * replacement.length;
}

function replaceAll(compiled: Pattern, text: string, replacement: string): RulesResult {
  if (replacedLength(compiled, text, replacement) > MAXIMUM_REPLACED_LENGTH) return exhaustedError();
  try {
    // The Java syntax of replacements: $0 and $1 are groups, any other $ is literal, a backslash
    // escapes.
    const groupsOnly = replacement.replaceAll(/\\.|\$(?![0-9{])/gs, (part) => (part === '$' ? '\\$' : part));
    return compiled.matcher(text).replaceAll(groupsOnly, true);
  } catch {
    return new RulesError(`Invalid replacement: ${replacement}.`);
  }
}

/**
 * Splits at matches. Trailing empty strings are dropped, but never the only one; an empty match at
 * the start yields an empty string.
 */
function split(compiled: Pattern, text: string): string[] {
  const matcher = compiled.matcher(text);
  const beginsEmpty = text !== '' && matcher.lookingAt() && matcher.end() === 0;
  const parts = compiled.split(text);
  if (beginsEmpty) return ['', ...parts];
  return parts.length === 0 ? [''] : parts;
}

/**
 * Removes characters up to U+0020 at both ends. Takes linear time, unlike a pattern for the end.
 */
function trim(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && text.charCodeAt(start) <= 0x20) start++;
  while (end > start && text.charCodeAt(end - 1) <= 0x20) end--;
  return text.slice(start, end);
}

/** The methods of `string`. */
export const STRING_METHODS: Builtins<string> = new Map([
  ['size', [overload([], (text: string) => BigInt(text.length))]],
  // As in Google's emulator, only ASCII letters have cases, and trim removes characters up to the
  // space.
  ['lower', [overload([], (text: string) => text.replaceAll(/[A-Z]+/g, (run) => run.toLowerCase()))]],
  ['upper', [overload([], (text: string) => text.replaceAll(/[a-z]+/g, (run) => run.toUpperCase()))]],
  ['trim', [overload([], trim)]],
  ['toUtf8', [overload([], (text: string) => new Uint8Array(toUtf8(text)))]],
  [
    'matches',
    [
      overload(['string'], (text: string, [pattern]) =>
        withPattern(pattern, (compiled) => compiled.testExact(text)),
      ),
    ],
  ],
  [
    'replace',
    [
      overload(['string', 'string'], (text: string, [pattern, replacement]) =>
        withPattern(pattern, (compiled) => replaceAll(compiled, text, replacement as string)),
      ),
    ],
  ],
  [
    'split',
    [
      overload(['string'], (text: string, [pattern]) =>
        withPattern(pattern, (compiled) => split(compiled, text)),
      ),
    ],
  ],
]);

/** The methods of `bytes`. */
export const BYTES_METHODS: Builtins<Uint8Array> = new Map([
  ['size', [overload([], (bytes: Uint8Array) => BigInt(bytes.length))]],
  ['toHexString', [overload([], (bytes: Uint8Array) => Buffer.from(bytes).toString('hex').toUpperCase())]],
  [
    'toBase64',
    [
      overload([], (bytes: Uint8Array) =>
        Buffer.from(bytes).toString('base64').replaceAll('+', '-').replaceAll('/', '_'),
      ),
    ],
  ],
]);
