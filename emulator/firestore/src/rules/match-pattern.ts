/**
 * Which paths a match declaration covers. Owns the matching of a pattern with a document's path, or with all
 * the paths a query can return; recursive wildcards are tried at every length, each split at most once.
 */
import { nullValueError } from './evaluation-error.ts';
import type { MatchSegment } from './syntax.ts';
import { RulesPath, type RulesResult } from './value.ts';

/** Stands for one segment that the query leaves open. */
export const UNKNOWN_SEGMENT = Symbol('any segment');
/** Stands for any number of segments that the query leaves open. */
export const UNKNOWN_SEGMENTS = Symbol('any segments');

/** A document's path, or the paths of a query's results, from `databases` on. */
export type TargetPath = readonly (string | typeof UNKNOWN_SEGMENT | typeof UNKNOWN_SEGMENTS)[];

/** The full pattern of a match block, its parents' included. */
export class MatchPattern {
  readonly #segments: readonly MatchSegment[];
  readonly #literals: readonly (string | undefined)[];
  readonly #isRecursive: boolean;
  /** In version 1 a recursive wildcard takes at least one segment. */
  readonly #minimum: 0 | 1;

  constructor(segments: readonly MatchSegment[], version: '1' | '2') {
    this.#segments = segments;
    this.#literals = segments.map((segment) =>
      segment.kind === 'literal' ? literalText(segment) : undefined,
    );
    this.#isRecursive = segments.some((segment) => segment.kind === 'wildcard' && segment.recursive);
    this.#minimum = version === '1' ? 1 : 0;
  }

  /** The values of the pattern's captures, outermost first; undefined when the pattern does not cover the targetPath. */
  match(targetPath: TargetPath): RulesResult[] | undefined {
    return this.#isRecursive ? this.#matchRecursive(targetPath) : this.#matchPlain(targetPath);
  }

  #matchPlain(targetPath: TargetPath): RulesResult[] | undefined {
    const texts = this.#literals;
    if (texts.length !== targetPath.length) return undefined;
    for (let i = texts.length - 1; i >= 0; i--) {
      const text = texts[i];
      if (text === undefined ? targetPath[i] === UNKNOWN_SEGMENTS : text !== targetPath[i]) return undefined;
    }
    const captures: RulesResult[] = [];
    for (let i = 0; i < texts.length; i++)
      if (texts[i] === undefined) captures.push(wildcardValue(targetPath[i]));
    return captures;
  }

  #matchRecursive(targetPath: TargetPath): RulesResult[] | undefined {
    const width = targetPath.length + 1;
    const refuted = new Uint8Array((this.#segments.length + 1) * width);
    const walk = (pattern: number, at: number): RulesResult[] | undefined => {
      const segment = this.#segments[pattern];
      if (segment === undefined) return at === targetPath.length ? [] : undefined;
      const place = pattern * width + at;
      if (refuted[place] === 1) return undefined;
      const found = this.#step(segment, pattern, at, targetPath, walk);
      if (found === undefined) refuted[place] = 1;
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

/** What a query leaves open is unbound: reading it is an error. */
function wildcardValue(element: TargetPath[number] | undefined): RulesResult {
  return typeof element === 'string' ? element : nullValueError();
}

function recursiveWildcardValue(elements: TargetPath): RulesPath {
  const known: string[] = [];
  for (const element of elements) {
    if (typeof element !== 'string') return new RulesPath(known, undefined, true);
    known.push(element);
  }
  return new RulesPath(known);
}
