/**
 * Parses JSON with the positions of its values. Rules extend JSON: comments, line breaks and tabs
 * in strings, and trailing commas are allowed.
 */
import type { SourceRange } from '@savepoint/server/rules/source-text';
import { RulesSyntaxError } from '@savepoint/server/rules/syntax-error';

/** A string with the position of each character. */
export interface JsonString extends SourceRange {
  readonly kind: 'string';
  /** Decoded. */
  readonly text: string;
  /**
   * For each UTF-16 unit of `text`, its offset in the source, followed by that of the closing
   * quote. Absent without escape sequences: `text` then begins after the opening quote.
   */
  readonly offsets?: readonly number[];
}

/** A member of an object. */
export interface JsonMember {
  readonly key: JsonString;
  readonly value: JsonValue;
}

/** A value and its range in the source. */
export type JsonValue =
  | JsonString
  | (SourceRange & { readonly kind: 'object'; readonly members: readonly JsonMember[] })
  | (SourceRange & { readonly kind: 'array'; readonly items: readonly JsonValue[] })
  | (SourceRange & { readonly kind: 'number'; readonly value: number })
  | (SourceRange & { readonly kind: 'null' })
  | (SourceRange & { readonly kind: 'boolean'; readonly value: boolean });

/** Deeper rules match no path, because data has at most 32 levels. */
const MAXIMUM_NESTING = 100;

const SPACE = /(?:[ \t\r\n\f\ufeff]+|\/\/[^\n]*|\/\*[\s\S]*?\*\/)+/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])/y;
const WORD = /(?:true|false|null)(?!\w)/y;
/** Characters of a string, including control characters, because rules may span lines. */
const PLAIN = /[^"\\]+/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const ESCAPED: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

/** The source offset of a character in a string, or of its end. */
export function sourceOffset({ start, offsets }: JsonString, at: number): number {
  return offsets?.[at] ?? start + 1 + at;
}

/**
 * Parses a text that consists of one value.
 * @throws RulesSyntaxError
 */
export function readJson(text: string): JsonValue {
  return new JsonReader(text).document();
}

/** The value without positions. Of several members with the same name, the last one counts. */
export function plainJson(json: JsonValue): unknown {
  switch (json.kind) {
    case 'object':
      return Object.fromEntries(json.members.map(({ key, value }) => [key.text, plainJson(value)]));
    case 'array':
      return json.items.map(plainJson);
    case 'string':
      return json.text;
    case 'null':
      return null;
    default:
      return json.value;
  }
}

class JsonReader {
  readonly #text: string;
  #at = 0;
  #nesting = 0;

  constructor(text: string) {
    this.#text = text;
  }

  document(): JsonValue {
    this.#skipSpace();
    const value = this.#value();
    this.#skipSpace();
    if (this.#at < this.#text.length) throw this.#error();
    return value;
  }

  #value(): JsonValue {
    const start = this.#at;
    const character = this.#text.charAt(start);
    if (character === '"') return this.#string();
    if (character === '{') return this.#nested(() => this.#object());
    if (character === '[') return this.#nested(() => this.#array());
    const word = this.#match(WORD);
    if (word === 'null') return { kind: 'null', start, end: this.#at };
    if (word !== undefined) return { kind: 'boolean', value: word === 'true', start, end: this.#at };
    const number = this.#match(NUMBER);
    if (number !== undefined) return { kind: 'number', value: Number(number), start, end: this.#at };
    throw this.#error();
  }

  #nested(read: () => JsonValue): JsonValue {
    if (++this.#nesting > MAXIMUM_NESTING) {
      throw this.#error(`Rules are nested deeper than ${MAXIMUM_NESTING} levels.`);
    }
    const value = read();
    this.#nesting--;
    return value;
  }

  #object(): JsonValue {
    const start = this.#at++;
    const members: JsonMember[] = [];
    for (;;) {
      this.#skipSpace();
      if (this.#accept('}')) break;
      if (this.#text.charAt(this.#at) !== '"') throw this.#error();
      const key = this.#string();
      this.#skipSpace();
      if (!this.#accept(':')) throw this.#error("Expected ':'.");
      this.#skipSpace();
      members.push({ key, value: this.#value() });
      this.#skipSpace();
      if (this.#accept('}')) break;
      if (!this.#accept(',')) throw this.#error("Expected ',' or '}'.");
    }
    return { kind: 'object', members, start, end: this.#at };
  }

  #array(): JsonValue {
    const start = this.#at++;
    const items: JsonValue[] = [];
    for (;;) {
      this.#skipSpace();
      if (this.#accept(']')) break;
      items.push(this.#value());
      this.#skipSpace();
      if (this.#accept(']')) break;
      if (!this.#accept(',')) throw this.#error("Expected ',' or ']'.");
    }
    return { kind: 'array', items, start, end: this.#at };
  }

  #string(): JsonString {
    const start = this.#at++;
    let text = '';
    let offsets: number[] | undefined;
    for (;;) {
      const from = this.#at;
      const plain = this.#match(PLAIN);
      if (plain !== undefined) {
        for (let unit = 0; offsets !== undefined && unit < plain.length; unit++) offsets.push(from + unit);
        text += plain;
        continue;
      }
      if (this.#accept('"')) break;
      if (from >= this.#text.length) {
        throw new RulesSyntaxError({ start, end: start + 1 }, 'Parse error. The string is never closed.');
      }
      const sequence = this.#match(ESCAPE);
      if (sequence === undefined) throw this.#error('Parse error. Write \\\\ for a backslash.');
      offsets ??= Array.from({ length: text.length }, (_, unit) => start + 1 + unit);
      offsets.push(from);
      text += sequence.startsWith('\\u')
        ? String.fromCharCode(Number.parseInt(sequence.slice(2), 16))
        : (ESCAPED[sequence.charAt(1)] ?? sequence.charAt(1));
    }
    offsets?.push(this.#at - 1);
    return { kind: 'string', text, start, end: this.#at, ...(offsets === undefined ? {} : { offsets }) };
  }

  #skipSpace(): void {
    this.#match(SPACE);
    if (this.#text.startsWith('/*', this.#at)) {
      throw this.#error('Parse error. The comment is never closed.');
    }
  }

  #accept(character: string): boolean {
    if (this.#text.charAt(this.#at) !== character) return false;
    this.#at++;
    return true;
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0];
    this.#at += found?.length ?? 0;
    return found;
  }

  #error(description = 'Parse error.'): RulesSyntaxError {
    return new RulesSyntaxError({ start: this.#at, end: this.#at + 1 }, description);
  }
}
