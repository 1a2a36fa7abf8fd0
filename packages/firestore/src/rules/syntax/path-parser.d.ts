/**
 * Parses paths in match statements and in expressions. Paths have lexical rules of their own: a
 * literal segment follows its slash directly, because `/ 2` is a division, and may contain dots and
 * dashes. White space and comments may be before each slash, before a capture and before `$(`, so
 * that long paths can be wrapped.
 */
import type { Expression, MatchSegment, PathSegment } from './syntax.ts';
import { TokenCursor } from './token-cursor.ts';
/**
 * Parses the path of a match statement. The cursor must be at its first slash and is moved past the
 * path.
 */
export declare function parseMatchPath(text: string, cursor: TokenCursor): MatchSegment[];
/**
 * Parses a path literal in an expression. The cursor must be at its first slash and is moved past
 * the path. `expression` parses the content of `$(...)`.
 */
export declare function parsePathLiteral(text: string, cursor: TokenCursor, expression: () => Expression): PathSegment[];
