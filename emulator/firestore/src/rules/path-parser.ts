/**
 * Paths, in expressions and after `match`. Owns their spelling, in which white space ends a path and names may
 * hold dots and dashes; asks the expression parser only for what stands inside `$(...)`.
 */
import { SyntaxFault } from './lexer.ts';
import type { Expression, MatchSegment, PathPart } from './syntax.ts';
import type { TokenCursor } from './token-cursor.ts';

interface Scanned<Part> {
  readonly part: Part;
  readonly end: number;
}

function characterAt(text: string, offset: number): string {
  return text.charAt(offset);
}

/** Reads `{name}` or `{name=**}` whose brace stands at an offset. */
function scanCapture(text: string, start: number): Scanned<{ name: string; recursive: boolean }> {
  const match = /\{([A-Za-z_][A-Za-z0-9_]*)(=\*\*)?\}/y;
  match.lastIndex = start;
  const found = match.exec(text);
  if (found === null) {
    throw new SyntaxFault(
      { start, end: start + 1 },
      "Unexpected '{': a capture is written {name} or {name=**}.",
    );
  }
  return { part: { name: found[1] ?? '', recursive: found[2] !== undefined }, end: start + found[0].length };
}

/** Reads `word` or `(word)` at an offset. */
function scanWord(
  text: string,
  cursor: TokenCursor,
  start: number,
): Scanned<{ text: string; parenthesized: boolean }> {
  if (characterAt(text, start) !== '(') {
    const word = cursor.expectPathWordAt(start);
    return { part: { text: word, parenthesized: false }, end: start + word.length };
  }
  const word = cursor.expectPathWordAt(start + 1);
  const close = start + 1 + word.length;
  if (characterAt(text, close) !== ')')
    throw new SyntaxFault({ start: close, end: close + 1 }, "Missing ')'.");
  return { part: { text: word, parenthesized: true }, end: close + 1 };
}

/** The path of a `match` declaration; the cursor stands on its first slash, and after the path afterwards. */
export function parseMatchPath(text: string, cursor: TokenCursor): MatchSegment[] {
  const segments: MatchSegment[] = [];
  let at = cursor.current.start;
  if (!cursor.at('/')) cursor.expect('/');
  while (characterAt(text, at) === '/') {
    const start = at + 1;
    if (characterAt(text, start) === '{') {
      const { part, end } = scanCapture(text, start);
      segments.push({ kind: 'capture', ...part, start, end });
      at = end;
    } else {
      const { part, end } = scanWord(text, cursor, start);
      segments.push({ kind: 'word', ...part, start, end });
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
): PathPart[] {
  const parts: PathPart[] = [];
  let at = cursor.current.start;
  while (characterAt(text, at) === '/') {
    const start = at + 1;
    if (characterAt(text, start) === '{') {
      const { part, end } = scanCapture(text, start);
      parts.push({ kind: 'capture', ...part });
      at = end;
    } else if (text.startsWith('$(', start)) {
      cursor.seek(start + 2);
      parts.push({ kind: 'expression', value: expression() });
      if (!cursor.at(')')) cursor.expect(')');
      at = cursor.current.end;
    } else {
      const { part, end } = scanWord(text, cursor, start);
      parts.push({ kind: 'word', ...part });
      at = end;
    }
  }
  cursor.seek(at);
  return parts;
}
