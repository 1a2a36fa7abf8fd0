// Regular expressions are RE2, which matches in linear time.

import {
  compileRegularExpression,
  InvalidRegularExpression,
} from '@savepoint/server/rules/regular-expression';
import type { RE2JS } from 're2js';
import type { FieldValue } from '../../core/value.ts';
import { invalidExpression } from '../evaluation-error.ts';
import { type FunctionDefinition, type FunctionTable, strict } from '../parser.ts';
import type { Result } from '../row.ts';
import { asString } from './argument.ts';

function matching(
  name: string,
  toPattern: (text: string) => string,
  apply: (pattern: RE2JS, text: string) => Result,
): FunctionDefinition {
  return strict(2, 2, (value, pattern) => {
    const compiled = compileRegularExpression(toPattern(asString(name, pattern)));
    if (compiled instanceof InvalidRegularExpression) {
      throw invalidExpression(`${name}(): invalid regular expression: ${compiled.reason}.`);
    }
    return apply(compiled, asString(name, value));
  });
}

/**
 * Converts a LIKE pattern to a regular expression: `%` is any text, `_` one character, and a
 * backslash escapes the next character.
 */
function fromLikePattern(pattern: string): string {
  const parts = pattern.matchAll(/\\(.)|[\s\S]/gsu);
  const expression = [...parts].map(([part, escaped]) => {
    if (escaped !== undefined) return quote(escaped);
    if (part === '%') return '.*';
    return part === '_' ? '.' : quote(part);
  });
  return `(?s)^${expression.join('')}$`;
}

function quote(character: string): string {
  return /[\w\s]/u.test(character) ? character : `\\x{${character.codePointAt(0)?.toString(16)}}`;
}

function same(pattern: string): string {
  return pattern;
}

/** The match, or its group if the expression has exactly one. */
function matchedText(matcher: ReturnType<RE2JS['matcher']>, groups: number): FieldValue {
  return matcher.group(groups === 1 ? 1 : 0) ?? null;
}

function checkGroups(name: string, pattern: RE2JS): number {
  const groups = pattern.groupCount();
  if (groups > 1) throw invalidExpression(`${name}(): the expression must not have more than one group.`);
  return groups;
}

function findAll(pattern: RE2JS, text: string): FieldValue {
  const groups = checkGroups('regex_find_all', pattern);
  const matcher = pattern.matcher(text);
  const found: FieldValue[] = [];
  while (matcher.find()) found.push(matchedText(matcher, groups));
  return found;
}

function findFirst(pattern: RE2JS, text: string): FieldValue {
  const groups = checkGroups('regex_find', pattern);
  const matcher = pattern.matcher(text);
  return matcher.find() ? matchedText(matcher, groups) : null;
}

export const PATTERN_FUNCTIONS: FunctionTable = {
  like: matching('like', fromLikePattern, (pattern, text) => pattern.matcher(text).matches()),
  regex_contains: matching('regex_contains', same, (pattern, text) => pattern.matcher(text).find()),
  regex_match: matching('regex_match', same, (pattern, text) => pattern.matcher(text).matches()),
  regex_find: matching('regex_find', same, findFirst),
  regex_find_all: matching('regex_find_all', same, findAll),
};
