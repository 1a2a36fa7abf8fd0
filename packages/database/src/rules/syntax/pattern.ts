/**
 * Translates the regular expressions of rules to RE2. The dialect is smaller than JavaScript's: `^`
 * and `$` are allowed only at the ends, alternatives cannot be empty, and there are no look-around
 * assertions, back references or groups with options.
 */
import {
  compileRegularExpression,
  InvalidRegularExpression,
} from '@savepoint/server/rules/regular-expression';

/** Why a pattern is not valid in the dialect, and where. */
export class PatternError {
  /** An offset into the pattern. */
  readonly at: number;
  readonly reason: string;
  constructor(at: number, reason: string) {
    this.at = at;
    this.reason = reason;
  }
}

const MAXIMUM_NESTING = 50;
const QUANTIFIER = /[*+?]|\{\d{1,5}(?:,\d{0,5})?\}/y;
/** Literal if there is nothing to repeat or choose from. */
const LITERAL_AT_START = new Set(['?', '*', '+', '{', '}', '|']);
const CLASSES = new Set(['s', 'w', 'd', 'S', 'W', 'D']);
const CONTROLS: Readonly<Record<string, string>> = { n: '\\n', r: '\\r', t: '\\t', f: '\\f', v: '\\v' };
const SPECIAL = /[\\.+*?()|[\]{}^$]/;
const SPECIAL_IN_SET = /[\\[\]^&~-]/;

/** Translates a pattern with its flags to RE2, or returns an error. */
export function translatePattern(pattern: string, flags: string): string | PatternError {
  if (flags !== '' && flags !== 'i') {
    return new PatternError(pattern.length + 1, `the only flag is i, not '${flags}'`);
  }
  try {
    const translated = new PatternParser(pattern).whole();
    const whole = flags === 'i' ? `(?i)${translated}` : translated;
    const compiled = compileRegularExpression(whole);
    if (compiled instanceof InvalidRegularExpression) return new PatternError(0, compiled.reason);
    return whole;
  } catch (error) {
    if (error instanceof PatternError) return error;
    throw error;
  }
}

class PatternParser {
  readonly #pattern: string;
  #at = 0;
  #nesting = 0;

  constructor(pattern: string) {
    this.#pattern = pattern;
  }

  whole(): string {
    const start = this.#accept('^') ? '^' : '';
    const body = this.#alternatives(start === '');
    const end = this.#accept('$') ? '$' : '';
    if (this.#at < this.#pattern.length) {
      if (this.#peek() === ')') throw this.#error("Unexpected ')'");
      this.#misplaced();
    }
    return `${start}(?:${body})${end}`;
  }

  #alternatives(mayBeginLiterally: boolean): string {
    let text = '';
    if (mayBeginLiterally && LITERAL_AT_START.has(this.#peek())) text = literal(this.#next());
    text += this.#sequence(text !== '');
    while (this.#accept('|')) text += `|${this.#sequence(false)}`;
    return text;
  }

  #sequence(mayBeEmpty: boolean): string {
    let text = '';
    for (;;) {
      const atom = this.#atom();
      if (atom === undefined) break;
      text += this.#repeated(atom);
    }
    if (this.#peek() === '^') this.#misplaced();
    if (text === '' && !mayBeEmpty) throw this.#error('an alternative is empty');
    return text;
  }

  #repeated(atom: string): string {
    let text = atom;
    for (let isFirst = true; ; isFirst = false) {
      QUANTIFIER.lastIndex = this.#at;
      const quantifier = QUANTIFIER.exec(this.#pattern)?.[0];
      if (quantifier === undefined) return text;
      this.#at += quantifier.length;
      // Consecutive quantifiers repeat the repetition; RE2 would treat `+?` as lazy.
      text = isFirst ? text + quantifier : `(?:${text})${quantifier}`;
    }
  }

  #atom(): string | undefined {
    const character = this.#peek();
    switch (character) {
      case '':
      case '|':
      case ')':
      case '^':
      case '$':
        return undefined;
      case '*':
      case '+':
      case '?':
      case '{':
        throw this.#error(`there is nothing to repeat before ${character}`);
      case '(':
        return this.#group();
      case '[':
        return this.#set();
      case '.':
        return this.#next();
      case '\\':
        return this.#escape(SPECIAL);
      default:
        return literal(this.#next());
    }
  }

  #group(): string {
    const open = this.#at++;
    if (++this.#nesting > MAXIMUM_NESTING) throw this.#error('its groups are nested too deeply');
    const body = this.#alternatives(true);
    if (!this.#accept(')')) {
      if (this.#peek() !== '') return this.#misplaced();
      this.#at = open;
      throw this.#error('a group is never closed');
    }
    this.#nesting--;
    return `(?:${body})`;
  }

  #misplaced(): never {
    throw this.#error('^ must be the first and $ the last character, unless escaped with a backslash');
  }

  #set(): string {
    const open = this.#at++;
    let text = this.#accept('^') ? '[^' : '[';
    for (let isEmpty = true; isEmpty || this.#peek() !== ']'; isEmpty = false) {
      if (this.#peek() === '' || (isEmpty && this.#peek() === ']')) {
        this.#at = open;
        throw this.#error('a set is empty or never closed');
      }
      text += this.#setItem();
    }
    this.#at++;
    return `${text}]`;
  }

  /** A character or a character range. */
  #setItem(): string {
    const first = this.#setCharacter();
    const isRange = this.#peek() === '-' && !['', ']'].includes(this.#pattern.charAt(this.#at + 1));
    if (!isRange) return first;
    this.#at++;
    const last = this.#setCharacter();
    if (isClass(first) || isClass(last)) return `${first}\\-${last}`;
    return `${first}-${last}`;
  }

  #setCharacter(): string {
    if (this.#peek() === '\\') return this.#escape(SPECIAL_IN_SET);
    const character = this.#next();
    return SPECIAL_IN_SET.test(character) ? `\\${character}` : character;
  }

  #escape(special: RegExp): string {
    const start = this.#at++;
    const character = this.#next();
    if (character === '') {
      this.#at = start;
      throw this.#error('a backslash is the last character');
    }
    if (CLASSES.has(character)) return `\\${character}`;
    const control = CONTROLS[character];
    if (control !== undefined) return control;
    if (/[A-Za-z0-9]/.test(character)) {
      this.#at = start;
      throw this.#error(`\\${character} is not supported`);
    }
    return special.test(character) ? `\\${character}` : character;
  }

  #peek(): string {
    const code = this.#pattern.codePointAt(this.#at);
    return code === undefined ? '' : String.fromCodePoint(code);
  }

  #next(): string {
    const character = this.#peek();
    this.#at += character.length;
    return character;
  }

  #accept(character: string): boolean {
    if (this.#peek() !== character) return false;
    this.#at += character.length;
    return true;
  }

  #error(reason: string): PatternError {
    return new PatternError(this.#at, reason);
  }
}

function literal(character: string): string {
  return SPECIAL.test(character) ? `\\${character}` : character;
}

function isClass(item: string): boolean {
  return item.startsWith('\\') && CLASSES.has(item.charAt(1));
}
