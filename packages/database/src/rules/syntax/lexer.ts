/**
 * The lexer of expressions. It reads tokens on demand, because only the parser knows where a slash
 * begins a regular expression.
 */
import type { SourceRange } from '@savepoint/server/rules/source-text';
import { RulesSyntaxError } from '@savepoint/server/rules/syntax-error';

type TokenKind = 'name' | 'number' | 'string' | 'symbol' | 'end';

/** A token and its range. */
export interface Token extends SourceRange {
  readonly kind: TokenKind;
  readonly text: string;
  /** The decoded value of a string. */
  readonly value: string;
}

/** A regular expression between slashes. */
export interface RegexToken extends SourceRange {
  readonly pattern: string;
  readonly flags: string;
}

const SPACE = /\s+/y;
const NAME = /[A-Za-z_$][\w$]*/y;
const NUMBER = /(?:(?:0|[1-9]\d*)(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?/y;
const SYMBOL = /===|!==|==|!=|<=|>=|&&|\|\||[!<>+\-*/%?:.,()[\]]/y;
/** Tokens that JavaScript has but rules lack. */
const UNSUPPORTED = /\*\*|<<|>>>?|\+\+|--|[+\-*/%&|^]=|=>|[&|^~=;{}`]/y;
const UNSUPPORTED_WORDS = new Set(['var', 'let', 'const', 'function', 'new', 'typeof', 'in', 'instanceof']);
const REGEX = /\/((?:\\.|\[(?:\\.|[^\]\\])*\]|[^/\\[])+)\/([A-Za-z]*)/y;
const STRING = /'((?:\\[\s\S]|[^'\\])*)'|"((?:\\[\s\S]|[^"\\])*)"/y;
const ESCAPE = /\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|([\s\S]))/g;
const ESCAPED: Readonly<Record<string, string>> = {
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  0: '\0',
};

/** Reads tokens at any offset; it has no position of its own. */
export class Lexer {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  /**
   * The next token at or after an offset.
   * @throws RulesSyntaxError
   */
  tokenAt(offset: number): Token {
    const start = offset + (this.#match(SPACE, offset)?.length ?? 0);
    if (start >= this.#text.length) {
      return { kind: 'end', text: '', value: '', start: this.#text.length, end: this.#text.length };
    }
    const first = this.#text.charAt(start);
    if (first === "'" || first === '"') return this.#string(start);
    const name = this.#match(NAME, start);
    if (name !== undefined) return this.#name(start, name);
    const number = this.#match(NUMBER, start);
    if (number !== undefined) return this.#number(start, number);
    const unsupported = this.#match(UNSUPPORTED, start);
    const symbol = this.#match(SYMBOL, start);
    if (symbol !== undefined && symbol.length >= (unsupported?.length ?? 0)) {
      return token('symbol', start, symbol);
    }
    if (unsupported !== undefined) throw notInRules(start, unsupported);
    const character = String.fromCodePoint(this.#text.codePointAt(start) ?? 0);
    throw new RulesSyntaxError({ start, end: start + character.length }, `Unexpected '${character}'.`);
  }

  /** The regular expression that begins exactly at an offset; undefined if it is not terminated. */
  regexAt(start: number): RegexToken | undefined {
    const text = this.#match(REGEX, start);
    if (text === undefined) return undefined;
    const close = text.lastIndexOf('/');
    return {
      pattern: text.slice(1, close),
      flags: text.slice(close + 1),
      start,
      end: start + text.length,
    };
  }

  #name(start: number, text: string): Token {
    if (UNSUPPORTED_WORDS.has(text)) throw notInRules(start, text);
    return token('name', start, text);
  }

  #number(start: number, text: string): Token {
    const end = start + text.length;
    const after = this.#match(NAME, end) ?? this.#match(NUMBER, end);
    if (after !== undefined) {
      throw new RulesSyntaxError({ start: end, end: end + after.length }, `Unexpected '${after}'.`);
    }
    return token('number', start, text);
  }

  #string(start: number): Token {
    const text = this.#match(STRING, start);
    if (text === undefined) {
      throw new RulesSyntaxError({ start, end: start + 1 }, 'The string is never closed.');
    }
    const value = text.slice(1, -1).replaceAll(ESCAPE, (_all, hex, unit, character: string) => {
      const code: string | undefined = hex ?? unit;
      if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16));
      return ESCAPED[character] ?? character;
    });
    return { ...token('string', start, text), value };
  }

  #match(pattern: RegExp, offset: number): string | undefined {
    pattern.lastIndex = offset;
    return pattern.exec(this.#text)?.[0];
  }
}

function token(kind: TokenKind, start: number, text: string): Token {
  return { kind, text, value: '', start, end: start + text.length };
}

function notInRules(start: number, text: string): RulesSyntaxError {
  return new RulesSyntaxError(
    { start, end: start + text.length },
    text === ';'
      ? "Rule expressions may not contain ';': a rule is one expression."
      : `Rule expressions may not contain ${text} operator`,
  );
}
