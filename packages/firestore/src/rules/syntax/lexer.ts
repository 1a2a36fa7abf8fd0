/**
 * The lexer of the rules language. It reads tokens on demand, because paths and expressions have
 * different lexical rules: only the parser knows where a path segment can start.
 */

import type { SourceRange } from '@savepoint/server/rules/source-text';
import { RulesSyntaxError } from '@savepoint/server/rules/syntax-error';
import { unescapeBytes, unescapeString } from './string-literal.ts';

type TokenKind = 'name' | 'integer' | 'float' | 'string' | 'bytes' | 'symbol' | 'end';

/** A token and its range in the source. */
export interface Token extends SourceRange {
  readonly kind: TokenKind;
  /** The source text; empty at the end of the file. */
  readonly text: string;
  /** The decoded value of a string or bytes literal. */
  readonly value: string | Uint8Array | undefined;
}

/** The error of a token that is not allowed at its position. */
export function unexpectedToken(token: Token): RulesSyntaxError {
  return new RulesSyntaxError(token, `Unexpected '${token.kind === 'end' ? '<EOF>' : token.text}'.`);
}

const SPACE = /(?:[ \t\r\n\f]+|\/\/[^\n]*|\/\*[\s\S]*?\*\/)+/y;
const IDENTIFIER = /(?:[A-Za-z_]|\$(?=[\w$]))[\w$]*/y;
// Neither exponents nor leading zeros; `1.` and `.5` are floats.
const NUMBER = /(?:0|[1-9][0-9]*)(?:\.[0-9]*)?|\.[0-9]+/y;
const SYMBOL = /\+\+|--|\|\||&&|==|!=|<=|>=|\*\*|[!<>+\-*/%?:.,;=()[\]{}$]/y;
// A segment may contain URL characters, except those that end the path.
const PATH_SEGMENT = /(?:[A-Za-z0-9_.~@:&'*+-]|%[0-9A-Fa-f]{2})+/y;

/** Text that must not follow a number: `1.5e3`, `0x10`, `31.size()`, `007`. */
const AFTER_NUMBER = /[\w$]+/y;

/** Names an invisible character by its code. */
function unexpectedCharacter(character: string): string {
  if (character === '\ufeff') {
    return 'Unexpected byte order mark (U+FEFF): save the file as UTF-8 without it.';
  }
  if (!/[\s\p{C}]/u.test(character)) return `Unexpected '${character}'.`;
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  return `Unexpected character U+${code}, which is not white space in rules.`;
}

/** Reads tokens at any offset; it has no position of its own. */
export class Lexer {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  /**
   * The next token at or after an offset. Throws a RulesSyntaxError for text that is not a token.
   */
  tokenAt(offset: number): Token {
    const start = this.skipSpace(offset);
    const text = this.#text;
    if (start >= text.length)
      return { kind: 'end', text: '', start: text.length, end: text.length, value: undefined };
    const first = text.charAt(start);
    if (first === "'" || first === '"') return this.#quoted(start, start, false);
    if (first === 'b' || first === 'B') {
      const next = text.charAt(start + 1);
      if (next === "'" || next === '"') return this.#quoted(start, start + 1, true);
    }
    const identifier = this.#matchAt(IDENTIFIER, start);
    if (identifier !== undefined) return this.#token('name', start, identifier);
    const number = this.#matchAt(NUMBER, start);
    if (number !== undefined) return this.#number(start, number);
    const symbol = this.#matchAt(SYMBOL, start);
    if (symbol === '++' || symbol === '--') {
      throw new RulesSyntaxError(
        { start, end: start + 2 },
        'Increment (++) and decrement (--) operators are not supported.',
      );
    }
    if (symbol !== undefined) return this.#token('symbol', start, symbol);
    const character = String.fromCodePoint(text.codePointAt(start) ?? 0);
    throw new RulesSyntaxError({ start, end: start + character.length }, unexpectedCharacter(character));
  }

  /** The literal path segment that starts exactly at an offset, if any. */
  pathSegmentAt(offset: number): string | undefined {
    return this.#matchAt(PATH_SEGMENT, offset);
  }

  /**
   * The offset after white space and comments. Throws a RulesSyntaxError for a comment that is
   * never closed.
   */
  skipSpace(offset: number): number {
    const space = this.#matchAt(SPACE, offset);
    const start = offset + (space?.length ?? 0);
    if (this.#text.startsWith('/*', start)) {
      const { length } = this.#text;
      throw new RulesSyntaxError(
        { start, end: start + 2 },
        "Unexpected '/*': the comment is never closed.",
        length,
      );
    }
    return start;
  }

  #matchAt(pattern: RegExp, offset: number): string | undefined {
    pattern.lastIndex = offset;
    return pattern.exec(this.#text)?.[0];
  }

  #token(kind: TokenKind, start: number, text: string): Token {
    return { kind, text, start, end: start + text.length, value: undefined };
  }

  #number(start: number, text: string): Token {
    const end = start + text.length;
    const after = this.#matchAt(AFTER_NUMBER, end);
    if (after !== undefined) {
      throw new RulesSyntaxError({ start: end, end: end + after.length }, `Unexpected '${after}'.`);
    }
    return this.#token(text.includes('.') ? 'float' : 'integer', start, text);
  }

  #quoted(start: number, quote: number, isBytes: boolean): Token {
    const close = this.#endOfBody(quote);
    if (this.#text.charAt(close) !== this.#text.charAt(quote)) {
      const range = { start, end: quote + 1 };
      throw new RulesSyntaxError(range, 'Missing end quote: a string ends on the line it begins on.', close);
    }
    const body = this.#text.slice(quote + 1, close);
    const value = isBytes ? unescapeBytes(body) : unescapeString(body);
    const end = close + 1;
    if (value === undefined) {
      throw new RulesSyntaxError(
        { start, end },
        'Invalid escape sequence in string: write \\\\ for a backslash.',
      );
    }
    return { kind: isBytes ? 'bytes' : 'string', text: this.#text.slice(start, end), start, end, value };
  }

  /** The offset of the closing quote or, if it is missing, of the end of the line or file. */
  #endOfBody(quote: number): number {
    const quoteUnit = this.#text.charCodeAt(quote);
    let at = quote + 1;
    for (; at < this.#text.length; at++) {
      const unit = this.#text.charCodeAt(at);
      if (unit === quoteUnit || unit === 0x0a) return at;
      if (unit === 0x5c && this.#text.charCodeAt(at + 1) !== 0x0a) at++;
    }
    return this.#text.length;
  }
}
