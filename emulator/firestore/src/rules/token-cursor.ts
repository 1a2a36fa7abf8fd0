/** The parser's place in a source: one token of lookahead, and the words that may not be names. */

import { Lexer, RulesSyntaxError, type Token, unexpectedToken } from './lexer.ts';
import type { Name } from './syntax.ts';

const RESERVED = new Set([
  'true',
  'false',
  'null',
  'in',
  'is',
  'if',
  'let',
  'return',
  'function',
  'match',
  'allow',
  'service',
  'import',
]);

/** One token of lookahead over a source. Every `expect*` throws a SyntaxFault at the token found instead. */
export class TokenCursor {
  readonly #lexer: Lexer;
  #current: Token = { kind: 'end', text: '', start: 0, end: 0, value: undefined };
  #previousEnd = 0;

  constructor(text: string) {
    this.#lexer = new Lexer(text);
  }

  get current(): Token {
    return this.#current;
  }

  /** Where the token before the current one ends. */
  get previousEnd(): number {
    return this.#previousEnd;
  }

  /** Steps over the current token and returns it. */
  advance(): Token {
    const token = this.#current;
    this.seek(token.end);
    return token;
  }

  /** Makes the token at or after an offset the current one. */
  seek(offset: number): void {
    this.#previousEnd = offset;
    try {
      this.#current = this.#lexer.tokenAt(offset);
    } catch (fault) {
      // No token can be read here, yet the cursor must have moved, or recovery would not end.
      const end = Math.max(offset + 1, fault instanceof RulesSyntaxError ? fault.resumeOffset : 0);
      this.#current = { kind: 'symbol', text: '', start: offset, end, value: undefined };
      throw fault;
    }
  }

  isAtEnd(): boolean {
    return this.#current.kind === 'end';
  }

  /** Is the current token this symbol or this word? */
  at(text: string): boolean {
    return this.#current.text === text && (this.#current.kind === 'symbol' || this.#current.kind === 'name');
  }

  /** Steps over the current token when it is this symbol or word. */
  accept(text: string): boolean {
    if (!this.at(text)) return false;
    this.advance();
    return true;
  }

  expect(text: string): Token {
    if (!this.at(text)) throw unexpectedToken(this.#current);
    return this.advance();
  }

  /** A name that is not a reserved word. */
  expectName(): Name {
    const token = this.#current;
    if (token.kind !== 'name' || RESERVED.has(token.text)) throw unexpectedToken(token);
    this.advance();
    return { text: token.text, start: token.start, end: token.end };
  }

  /** A name where any word will do: after a dot. */
  expectAnyName(): Name {
    const token = this.#current;
    if (token.kind !== 'name') throw unexpectedToken(token);
    this.advance();
    return { text: token.text, start: token.start, end: token.end };
  }

  /** The path word that starts exactly at an offset. */
  expectPathSegmentAt(offset: number): string {
    const word = this.pathSegmentAt(offset);
    if (word === undefined)
      throw new RulesSyntaxError({ start: offset, end: offset + 1 }, this.#unexpectedAt(offset));
    return word;
  }

  pathSegmentAt(offset: number): string | undefined {
    return this.#lexer.pathSegmentAt(offset);
  }

  isReserved(token: Token): boolean {
    return RESERVED.has(token.text);
  }

  #unexpectedAt(offset: number): string {
    const token = this.#lexer.tokenAt(offset);
    return token.start === offset && token.kind !== 'end'
      ? `Unexpected '${token.text}'.`
      : 'Missing path segment: a path has a name, {capture} or $(expression) after each slash.';
  }
}
