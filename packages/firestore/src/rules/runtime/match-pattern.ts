/**
 * Matches the full path of a match block against a document path, or against the paths of all
 * documents that a query can return. Recursive wildcards are tried at every length; memoization
 * keeps the time polynomial.
 */

import type { MatchSegment } from '../syntax/syntax.ts';
import { nullValueError } from './evaluation-error.ts';
import { RulesPath, type RulesResult } from './value.ts';

/** A segment that the query does not determine. */
export const UNKNOWN_SEGMENT = Symbol('any segment');
/** Any number of segments that the query does not determine. */
export const UNKNOWN_SEGMENTS = Symbol('any segments');

/**
 * The path of a document, or the common form of the paths of a query's results, starting with
 * `databases`.
 */
export type TargetPath = readonly (string | typeof UNKNOWN_SEGMENT | typeof UNKNOWN_SEGMENTS)[];

/** The full path of a match block, including those of its parents. */
export class MatchPattern {
  readonly #segments: readonly MatchSegment[];
  readonly #literals: readonly (string | undefined)[];
  readonly #isRecursive: boolean;
  /**
   * The minimum number of segments that a recursive wildcard matches: 1 in rules_version '1', 0 in
   * '2'.
   */
  readonly #minimum: 0 | 1;

  constructor(segments: readonly MatchSegment[], version: '1' | '2') {
    this.#segments = segments;
    this.#literals = segments.map((segment) =>
      segment.kind === 'literal' ? literalText(segment) : undefined,
    );
    this.#isRecursive = segments.some((segment) => segment.kind === 'wildcard' && segment.recursive);
    this.#minimum = version === '1' ? 1 : 0;
  }

  /**
   * The values of the wildcards, outermost first; undefined if the pattern does not match
   * `targetPath`.
   */
  match(targetPath: TargetPath): RulesResult[] | undefined {
    return this.#isRecursive ? this.#matchRecursive(targetPath) : this.#matchLiteralsAndWildcards(targetPath);
  }

  #matchLiteralsAndWildcards(targetPath: TargetPath): RulesResult[] | undefined {
    const literals = this.#literals;
    if (literals.length !== targetPath.length) return undefined;
    for (let i = literals.length - 1; i >= 0; i--) {
      const literal = literals[i];
      if (literal === undefined ? targetPath[i] === UNKNOWN_SEGMENTS : literal !== targetPath[i])
        return undefined;
    }
    const wildcardValues: RulesResult[] = [];
    for (let i = 0; i < literals.length; i++)
      if (literals[i] === undefined) wildcardValues.push(wildcardValue(targetPath[i]));
    return wildcardValues;
  }

  #matchRecursive(targetPath: TargetPath): RulesResult[] | undefined {
    const width = targetPath.length + 1;
    const failed = new Uint8Array((this.#segments.length + 1) * width);
    const walk = (pattern: number, at: number): RulesResult[] | undefined => {
      const segment = this.#segments[pattern];
      if (segment === undefined) return at === targetPath.length ? [] : undefined;
      const index = pattern * width + at;
      if (failed[index] === 1) return undefined;
      const found = this.#step(segment, pattern, at, targetPath, walk);
      if (found === undefined) failed[index] = 1;
      return found;
    };
    return walk(0, 0);
  }

  #step(
    segment: MatchSegment,
    pattern: number,
    at: number,
    targetPath: TargetPath,
    walk: (pattern: number, at: number) => RulesResult[] | undefined,
  ): RulesResult[] | undefined {
    if (segment.kind === 'wildcard' && segment.recursive) {
      for (let end = at + this.#minimum; end <= targetPath.length; end++) {
        const rest = walk(pattern + 1, end);
        if (rest !== undefined) return [recursiveWildcardValue(targetPath.slice(at, end)), ...rest];
      }
      return undefined;
    }
    const element = targetPath[at];
    if (element === undefined || element === UNKNOWN_SEGMENTS) return undefined;
    if (segment.kind === 'literal')
      return element === this.#literals[pattern] ? walk(pattern + 1, at + 1) : undefined;
    const rest = walk(pattern + 1, at + 1);
    return rest === undefined ? undefined : [wildcardValue(element), ...rest];
  }
}

function literalText(segment: { readonly text: string; readonly parenthesized: boolean }): string {
  return segment.parenthesized ? `(${segment.text})` : segment.text;
}

/** The value of a wildcard. Reading it is an error if the query does not determine the segment. */
function wildcardValue(element: TargetPath[number] | undefined): RulesResult {
  return typeof element === 'string' ? element : nullValueError();
}

/**
 * The path bound to a recursive wildcard; partial if the query does not determine all its segments.
 */
function recursiveWildcardValue(elements: TargetPath): RulesPath {
  const known: string[] = [];
  for (const element of elements) {
    if (typeof element !== 'string') return new RulesPath(known, undefined, true);
    known.push(element);
  }
  return new RulesPath(known);
}
