/**
 * Matches the full path of a match block against a document path, or against the paths of all
 * documents that a query can return. Recursive wildcards are tried at every length; memoization
 * keeps the time polynomial.
 */
import type { MatchSegment } from '../syntax/syntax.ts';
import { type RulesResult } from './value.ts';
/** One segment that the query does not determine. */
export declare const UNKNOWN_SEGMENT: unique symbol;
/** Any number of segments that the query does not determine. */
export declare const UNKNOWN_SEGMENTS: unique symbol;
/**
 * The path of a document, or the common form of the paths of a query's results, starting with
 * `databases`.
 */
export type TargetPath = readonly (string | typeof UNKNOWN_SEGMENT | typeof UNKNOWN_SEGMENTS)[];
/** The full path of a match block, including those of its parents. */
export declare class MatchPattern {
    #private;
    constructor(segments: readonly MatchSegment[], version: '1' | '2');
    /**
     * The values of the wildcards, outermost first; undefined when the pattern does not match
     * `targetPath`.
     */
    match(targetPath: TargetPath): RulesResult[] | undefined;
}
