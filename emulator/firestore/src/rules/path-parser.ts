/**
 * Paths, in expressions and after `match`. Owns their spelling, in which white space ends a path and names may
 * hold dots and dashes; asks the expression parser only for what stands inside `$(...)`.
 */
import { RulesSyntaxError } from './lexer.ts';
import type { Expression, MatchSegment, PathSegment } from './syntax.ts';
import type { TokenCursor } from './token-cursor.ts';

interface Scanned<Part> {
  readonly segment: Part;
  readonly end: number;
}

function characterAt(text: string, offset: number): string {
  return text.charAt(offset);
}

/** Reads `{name}` or `{name=**}` whose brace stands at an offset. */
function scanWildcard(text: string, start: number): Scanned<{ name: string; recursive: boolean }> {
  const match = /\{([A-Za-z_][A-Za-z0-9_]*)(=\*\*)?\}/y;
  match.lastIndex = start;
  const found = match.exec(text);
  if (found === null) {
    throw new RulesSyntaxError(
      { start, end: start + 1 },
      "Unexpected '{': a capture is written {name} or {name=**}.",
    );
  }
  return {
    segment: { name: found[1] ?? '', recursive: found[2] !== undefined },
    end: start + found[0].length,
  };
}

/** Reads `word` or `(word)` at an offset. */
function scanLiteral(
  text: string,
  cursor: TokenCursor,
  start: number,
): Scanned<{ text: string; parenthesized: boolean }> {
  if (characterAt(text, start) !== '(') {
    const word = cursor.expectPathSegmentAt(start);
    return { segment: { text: word, parenthesized: false }, end: start + word.length };
  }
  const word = cursor.expectPathSegmentAt(start + 1);
  const close = start + 1 + word.length;
  if (characterAt(text, close) !== ')')
    throw new RulesSyntaxError({ start: close, end: close + 1 }, "Missing ')'.");
  return { segment: { text: word, parenthesized: true }, end: close + 1 };
}

/** The path of a `match` declaration; the cursor stands on its first slash, and after the path afterwards. */
export function parseMatchPath(text: string, cursor: TokenCursor): MatchSegment[] {
  const segments: MatchSegment[] = [];
  let at = cursor.current.start;
  if (!cursor.at('/')) cursor.expect('/');
  while (characterAt(text, at) === '/') {
    const start = at + 1;
    if (characterAt(text, start) === '{') {
      const { segment, end } = scanWildcard(text, start);
      segments.push({ kind: 'wildcard', ...segment, start, end });
      at = end;
    } else {
      const { segment, end } = scanLiteral(text, cursor, start);
      segments.push({ kind: 'literal', ...segment, start, end });
      at = end;
    }
  }
  cursor.seek(at);
  return segments;
}

/** A path literal in an expression; the cursor stands on its first slash, and after the path afterwards. */
export function parsePathLiteral(
  text: string,
  cursor: TokenCursor,
  expression: () => Expression,
): PathSegment[] {
  const parts: PathSegment[] = [];
  let at = cursor.current.start;
  while (characterAt(text, at) === '/') {
    const start = at + 1;
    if (characterAt(text, start) === '{') {
      const { segment, end } = scanWildcard(text, start);
      parts.push({ kind: 'capture', ...segment });
      at = end;
    } else if (text.startsWith('$(', start)) {
      cursor.seek(start + 2);
      parts.push({ kind: 'expression', value: expression() });
      if (!cursor.at(')')) cursor.expect(')');
      at = cursor.current.end;
    } else {
      const { segment, end } = scanLiteral(text, cursor, start);
      parts.push({ kind: 'literal', ...segment });
      at = end;
    }
  }
  cursor.seek(at);
  return parts;
}
