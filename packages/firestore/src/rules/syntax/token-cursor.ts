import { RulesSyntaxError } from '@savepoint/server/rules/syntax-error';
import { Lexer, type Token, unexpectedToken } from './lexer.ts';
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
  'rules_version',
]);

/**
 * The parser's position in the source, with one token of lookahead. Every `expect*` method throws a
 * RulesSyntaxError at the unexpected token.
 */
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

  /** True for a word that cannot be the name of a variable or a function. */
  static isReserved(name: string): boolean {
    return RESERVED.has(name);
  }

  /** The end offset of the previous token. */
  get previousEnd(): number {
    return this.#previousEnd;
  }

  /** Consumes the current token and returns it. */
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
    } catch (error) {
      // No token can be read here. The cursor must still advance so that error recovery terminates.
      const end = Math.max(offset + 1, error instanceof RulesSyntaxError ? error.resumeOffset : 0);
      this.#current = { kind: 'symbol', text: '', start: offset, end, value: undefined };
      throw error;
    }
  }

  isAtEnd(): boolean {
    return this.#current.kind === 'end';
  }

  /** True if the current token is this symbol or name. */
  at(text: string): boolean {
    return this.#current.text === text && (this.#current.kind === 'symbol' || this.#current.kind === 'name');
  }

  /** Consumes the current token if it is this symbol or name. Returns whether it did. */
  accept(text: string): boolean {
    if (!this.at(text)) return false;
    this.advance();
    return true;
  }

  expect(text: string): Token {
    if (!this.at(text)) throw unexpectedToken(this.#current);
    return this.advance();
  }

  /** Consumes a name that is not a reserved word. */
  expectName(): Name {
    const token = this.#current;
    if (token.kind !== 'name' || RESERVED.has(token.text)) throw unexpectedToken(token);
    this.advance();
    return { text: token.text, start: token.start, end: token.end };
  }

  /** Consumes any name, including reserved words: a member after a dot. */
  expectAnyName(): Name {
    const token = this.#current;
    if (token.kind !== 'name') throw unexpectedToken(token);
    this.advance();
    return { text: token.text, start: token.start, end: token.end };
  }

  /** The literal path segment that starts exactly at an offset. Throws if there is none. */
  expectPathSegmentAt(offset: number): string {
    const segment = this.pathSegmentAt(offset);
    if (segment === undefined)
      throw new RulesSyntaxError({ start: offset, end: offset + 1 }, this.#unexpectedAt(offset));
    return segment;
  }

  /** The literal path segment that starts exactly at an offset; undefined if there is none. */
  pathSegmentAt(offset: number): string | undefined {
    return this.#lexer.pathSegmentAt(offset);
  }

  /** The offset after white space and comments. */
  skipSpace(offset: number): number {
    return this.#lexer.skipSpace(offset);
  }

  #unexpectedAt(offset: number): string {
    const token = this.#lexer.tokenAt(offset);
    return token.start === offset && token.kind !== 'end'
      ? `Unexpected '${token.text}'.`
      : 'Missing path segment: a path has a name, {capture} or $(expression) after each slash.';
  }
}
