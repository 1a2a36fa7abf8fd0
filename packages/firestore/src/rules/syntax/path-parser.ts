/**
 * Parses paths in match statements and expressions. Paths have their own lexical rules: a literal
 * segment directly follows its slash, because `/ 2` is a division, and may contain dots and dashes.
 * White space and comments are allowed before each slash, before a capture and before `$(`, so that
 * long paths can be wrapped.
 */

import type { SourceRange } from '@savepoint/server/rules/source-text';
import { RulesSyntaxError } from '@savepoint/server/rules/syntax-error';
import type { Expression, MatchSegment, PathSegment } from './syntax.ts';
import { TokenCursor } from './token-cursor.ts';

interface Scanned<Part> {
  readonly segment: Part;
  readonly end: number;
}

function characterAt(text: string, offset: number): string {
  return text.charAt(offset);
}

const WILDCARD = /\{[ \t\r\n\f]*([A-Za-z_$][\w$]*)[ \t\r\n\f]*(?:=[ \t\r\n\f]*(\*\*?)[ \t\r\n\f]*)?\}/y;

function wildcardAt(text: string, start: number): RegExpExecArray | null {
  WILDCARD.lastIndex = start;
  return WILDCARD.exec(text);
}

/** Scans `{name}`, its equivalent `{name=*}`, or `{name=**}` at the offset of the brace. */
function scanWildcard(
  text: string,
  start: number,
): Scanned<{ name: string; nameRange: SourceRange; recursive: boolean }> {
  const found = wildcardAt(text, start);
  if (found === null) {
    throw new RulesSyntaxError(
      { start, end: start + 1 },
      "Unexpected '{': a capture is written {name} or {name=**}.",
    );
  }
  const [whole, name = '', wildcard] = found;
  const nameRange = { start: start + whole.indexOf(name), end: start + whole.indexOf(name) + name.length };
  if (TokenCursor.isReserved(name)) throw new RulesSyntaxError(nameRange, `Unexpected '${name}'.`);
  return { segment: { name, nameRange, recursive: wildcard === '**' }, end: start + whole.length };
}

/** Decodes `%20` and `+` in a segment. Text that is not encoded UTF-8 is unchanged. */
function decode(segment: string): string {
  try {
    return decodeURIComponent(segment.replaceAll('+', ' '));
  } catch {
    return segment;
  }
}

/** Scans a literal segment, `segment` or `(segment)`, at an offset. */
function scanLiteral(
  text: string,
  cursor: TokenCursor,
  start: number,
): Scanned<{ text: string; parenthesized: boolean }> {
  if (characterAt(text, start) !== '(') {
    const segment = cursor.expectPathSegmentAt(start);
    return { segment: { text: decode(segment), parenthesized: false }, end: start + segment.length };
  }
  const segment = cursor.expectPathSegmentAt(start + 1);
  const close = start + 1 + segment.length;
  if (characterAt(text, close) !== ')')
    throw new RulesSyntaxError({ start: close, end: close + 1 }, "Missing ')'.");
  return { segment: { text: segment, parenthesized: true }, end: close + 1 };
}

/**
 * The offset after the parenthesis of a `$(` that begins at an offset, with or without white space
 * inside; undefined if there is none.
 */
function afterDollar(text: string, cursor: TokenCursor, start: number): number | undefined {
  if (characterAt(text, start) !== '$') return undefined;
  const parenthesis = cursor.skipSpace(start + 1);
  return characterAt(text, parenthesis) === '(' ? parenthesis + 1 : undefined;
}

/**
 * The offset of the segment after a slash: after white space if the segment allows that, otherwise
 * directly after the slash.
 */
function segmentStart(text: string, cursor: TokenCursor, slash: number): number {
  const start = slash + 1;
  if (characterAt(text, start) === '{') return start;
  const next = cursor.skipSpace(start);
  const isCapture = wildcardAt(text, next) !== null;
  return isCapture || afterDollar(text, cursor, next) !== undefined ? next : start;
}

/**
 * The offset of the slash that continues a path whose last segment ends at `end`; otherwise `end`.
 */
function nextSlash(text: string, cursor: TokenCursor, end: number): number {
  const slash = cursor.skipSpace(end);
  if (slash === end || characterAt(text, slash) !== '/') return end;
  const start = segmentStart(text, cursor, slash);
  return start > slash + 1 || /[\w.~@:&'+%({$-]/.test(characterAt(text, start)) ? slash : end;
}

/**
 * Parses the path of a match statement. The cursor must be at its first slash and is moved past the
 * path.
 */
export function parseMatchPath(text: string, cursor: TokenCursor): MatchSegment[] {
  const segments: MatchSegment[] = [];
  let at = cursor.current.start;
  if (!cursor.at('/')) cursor.expect('/');
  while (characterAt(text, at) === '/') {
    const start = segmentStart(text, cursor, at);
    if (characterAt(text, start) === '{') {
      const { segment, end } = scanWildcard(text, start);
      segments.push({ kind: 'wildcard', ...segment, start, end });
      at = nextSlash(text, cursor, end);
    } else {
      const { segment, end } = scanLiteral(text, cursor, start);
      segments.push({ kind: 'literal', ...segment, start, end });
      at = nextSlash(text, cursor, end);
    }
  }
  cursor.seek(at);
  return segments;
}

/**
 * Parses a path literal in an expression. The cursor must be at its first slash and is moved past
 * the path. `expression` parses the content of `$(...)`.
 */
export function parsePathLiteral(
  text: string,
  cursor: TokenCursor,
  expression: () => Expression,
): PathSegment[] {
  const parts: PathSegment[] = [];
  let at = cursor.current.start;
  while (characterAt(text, at) === '/') {
    const start = segmentStart(text, cursor, at);
    const content = afterDollar(text, cursor, start);
    if (characterAt(text, start) === '{') {
      const { segment, end } = scanWildcard(text, start);
      parts.push({ kind: 'capture', name: segment.name, recursive: segment.recursive });
      at = nextSlash(text, cursor, end);
    } else if (content !== undefined) {
      cursor.seek(content);
      parts.push({ kind: 'expression', value: expression() });
      if (!cursor.at(')')) cursor.expect(')');
      at = nextSlash(text, cursor, cursor.current.end);
    } else {
      const { segment, end } = scanLiteral(text, cursor, start);
      parts.push({ kind: 'literal', ...segment });
      at = nextSlash(text, cursor, end);
    }
  }
  cursor.seek(at);
  return parts;
}
