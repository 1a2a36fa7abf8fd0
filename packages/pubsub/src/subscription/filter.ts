// The filter language of subscriptions
// (https://cloud.google.com/pubsub/docs/subscription-message-filter):
//
//   attributes:region                       has the attribute
//   attributes.region = "eu"                !=: has another value, or not the attribute
//   hasPrefix(attributes."a.b/c", "x")      keys that are no identifier are quoted
//   NOT f, -f, f AND g, f OR g, (f)         AND and OR may not be combined without parentheses

import { invalidArgument } from '@savepoint/server/core/rpc-error';

const MAX_FILTER_BYTES = 256;
const TOKEN = /\s*(?:("(?:[^"\\]|\\.)*")|([A-Za-z_][A-Za-z0-9_-]*)|(!=|[=:().,-]))/y;

/** Returns whether a message with these attributes is delivered. */
export type Filter = (attributes: Readonly<Record<string, string>>) => boolean;

interface Token {
  readonly kind: 'string' | 'name' | 'symbol';
  readonly text: string;
  readonly position: number;
}

/**
 * Compiles a filter; '' delivers every message. Throws INVALID_ARGUMENT with the position of the
 * first error.
 */
export function compileFilter(source: string): Filter {
  if (Buffer.byteLength(source) > MAX_FILTER_BYTES) {
    throw invalidArgument(`Invalid filter: it is longer than ${MAX_FILTER_BYTES} bytes.`);
  }
  if (source.trim() === '') return () => true;
  const parser = new Parser(source);
  const filter = parser.expression();
  parser.expectEnd();
  return filter;
}

function tokensOf(source: string): Token[] {
  const tokens: Token[] = [];
  TOKEN.lastIndex = 0;
  while (source.slice(TOKEN.lastIndex).trim() !== '') {
    const position = TOKEN.lastIndex;
    const match = TOKEN.exec(source);
    if (match === null) throw syntaxError(source, position, 'unexpected character');
    const [, quoted, name, symbol] = match;
    if (quoted !== undefined) tokens.push({ kind: 'string', text: unquote(quoted), position });
    else if (name !== undefined) tokens.push({ kind: 'name', text: name, position });
    else tokens.push({ kind: 'symbol', text: symbol as string, position });
  }
  return tokens;
}

function unquote(literal: string): string {
  return literal.slice(1, -1).replace(/\\(.)/gs, '$1');
}

function syntaxError(source: string, position: number, problem: string) {
  return invalidArgument(`Invalid filter "${source}": ${problem} at position ${position + 1}.`);
}

class Parser {
  readonly #source: string;
  readonly #tokens: readonly Token[];
  #next = 0;

  constructor(source: string) {
    this.#source = source;
    this.#tokens = tokensOf(source);
  }

  /** One or more terms, joined either all by AND or all by OR. */
  expression(): Filter {
    const terms = [this.#term()];
    let operator: string | undefined;
    for (;;) {
      const token = this.#tokens[this.#next];
      if (token?.kind !== 'name' || (token.text !== 'AND' && token.text !== 'OR')) break;
      if (operator !== undefined && operator !== token.text) {
        throw this.#error('AND and OR are combined without parentheses');
      }
      operator = token.text;
      this.#next += 1;
      terms.push(this.#term());
    }
    return operator === 'OR'
      ? (attributes) => terms.some((term) => term(attributes))
      : (attributes) => terms.every((term) => term(attributes));
  }

  expectEnd(): void {
    if (this.#next < this.#tokens.length) throw this.#error('expected AND, OR or the end');
  }

  #term(): Filter {
    const token = this.#tokens[this.#next];
    if (token?.text === '-' || (token?.kind === 'name' && token.text === 'NOT')) {
      this.#next += 1;
      const negated = this.#term();
      return (attributes) => !negated(attributes);
    }
    if (token?.kind === 'symbol' && token.text === '(') {
      this.#next += 1;
      const inner = this.expression();
      this.#expect('symbol', ')');
      return inner;
    }
    if (token?.kind === 'name' && token.text === 'hasPrefix') return this.#prefix();
    return this.#comparison();
  }

  #prefix(): Filter {
    this.#expect('name', 'hasPrefix');
    this.#expect('symbol', '(');
    this.#expect('name', 'attributes');
    this.#expect('symbol', '.');
    const key = this.#key();
    this.#expect('symbol', ',');
    const prefix = this.#expect('string');
    this.#expect('symbol', ')');
    return (attributes) => attributeOf(attributes, key)?.startsWith(prefix) === true;
  }

  #comparison(): Filter {
    this.#expect('name', 'attributes');
    const token = this.#tokens[this.#next];
    if (token?.kind === 'symbol' && token.text === ':') {
      this.#next += 1;
      const key = this.#key();
      return (attributes) => attributeOf(attributes, key) !== undefined;
    }
    this.#expect('symbol', '.');
    const key = this.#key();
    const operator = this.#tokens[this.#next];
    if (operator?.kind !== 'symbol' || (operator.text !== '=' && operator.text !== '!=')) {
      throw this.#error('expected = or !=');
    }
    this.#next += 1;
    const value = this.#expect('string');
    const isEqual = operator.text === '=';
    return (attributes) => (attributeOf(attributes, key) === value) === isEqual;
  }

  /** An attribute's key: an identifier or a string. */
  #key(): string {
    const token = this.#tokens[this.#next];
    if (token?.kind !== 'name' && token?.kind !== 'string')
      throw this.#error('expected the key of an attribute');
    this.#next += 1;
    return token.text;
  }

  #expect(kind: Token['kind'], text?: string): string {
    const token = this.#tokens[this.#next];
    if (token?.kind !== kind || (text !== undefined && token.text !== text)) {
      throw this.#error(`expected ${text ?? 'a string in double quotes'}`);
    }
    this.#next += 1;
    return token.text;
  }

  #error(problem: string) {
    return syntaxError(this.#source, this.#tokens[this.#next]?.position ?? this.#source.length, problem);
  }
}

function attributeOf(attributes: Readonly<Record<string, string>>, key: string): string | undefined {
  return Object.hasOwn(attributes, key) ? attributes[key] : undefined;
}
