// Owns the checking of request parameters: small readers that take decoded text and give typed values, or throw the
// error the API would answer. Knows no endpoint; api/ and payments/ say which parameters they take.

import type { Parameters, ParameterValue } from './form-body.ts';
import {
  emptyParameter,
  invalidParameter,
  missingParameter,
  unknownParameters,
  unsupportedParameter,
} from './stripe-error.ts';

/** Reads one parameter. `at` is its full name, such as `line_items[0][quantity]`. */
export type Parser<T> = (value: ParameterValue, at: string) => T;

/** A parameter that must be there, or may be left out, or is the real API's but not ours. */
export type Field<T> =
  | { readonly need: 'required'; readonly read: Parser<T> }
  | { readonly need: 'optional'; readonly read: Parser<T> }
  | { readonly need: 'unsupported' };

type FieldMap = Record<string, Field<unknown>>;
/** What a set of fields reads to. */
export type Values<F extends FieldMap> = {
  [K in keyof F as F[K] extends { need: 'required' } ? K : never]: F[K] extends Field<infer T> ? T : never;
} & {
  [K in keyof F as F[K] extends { need: 'optional' } ? K : never]?: F[K] extends { read: Parser<infer T> }
    ? T
    : never;
};

/** The parameter must be sent. */
export function required<T>(read: Parser<T>): { need: 'required'; read: Parser<T> } {
  return { need: 'required', read };
}

/** The parameter may be left out. */
export function optional<T>(read: Parser<T>): { need: 'optional'; read: Parser<T> } {
  return { need: 'optional', read };
}

/** Names the real API has and this stand-in refuses by name. */
export function unsupported<N extends string>(...names: N[]): Record<N, { need: 'unsupported' }> {
  return Object.fromEntries(names.map((name) => [name, { need: 'unsupported' }])) as Record<
    N,
    { need: 'unsupported' }
  >;
}

/** Reads a whole request. Unknown names are reported together, missing ones one at a time, in field order. */
export function parseParameters<F extends FieldMap>(fields: F, parameters: Parameters): Values<F> {
  return parseFields(fields, parameters, '') as Values<F>;
}

/** A nested map of named parameters. */
export function object<F extends FieldMap>(fields: F): Parser<Values<F>> {
  return (value, at) => {
    if (!isMap(value)) throw invalidParameter(at, 'Invalid object');
    return parseFields(fields, value, at) as Values<F>;
  };
}

function parseFields(fields: FieldMap, parameters: Parameters, at: string): Record<string, unknown> {
  const nameOf = (name: string): string => (at === '' ? name : `${at}[${name}]`);
  const unknown = Object.keys(parameters).filter((name) => !Object.hasOwn(fields, name));
  if (unknown.length > 0) throw unknownParameters(unknown.map(nameOf));
  const values: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(fields)) {
    const value = parameters[name];
    if (value === undefined) {
      if (field.need === 'required') throw missingParameter(nameOf(name));
    } else if (field.need === 'unsupported') {
      throw unsupportedParameter(nameOf(name));
    } else {
      values[name] = field.read(value, nameOf(name));
    }
  }
  return values;
}

function isMap(value: ParameterValue): value is Parameters {
  return typeof value === 'object' && !Array.isArray(value);
}

/** Text of at most `longest` characters, never empty. */
export function text(longest = 5_000): Parser<string> {
  return (value, at) => {
    if (typeof value !== 'string') throw invalidParameter(at, 'Invalid string');
    if (value === '') throw emptyParameter(at);
    if (value.length > longest) {
      throw invalidParameter(
        at,
        `Invalid string: ${value.slice(0, 20)}...; must be at most ${longest} characters`,
        'parameter_invalid_string',
      );
    }
    return value;
  };
}

/** A whole number within bounds. */
export function integer(least = Number.MIN_SAFE_INTEGER, most = Number.MAX_SAFE_INTEGER): Parser<number> {
  return (value, at) => {
    if (value === '') throw emptyParameter(at);
    const number = typeof value === 'string' && /^[+-]?\d{1,16}$/.test(value) ? Number(value) : Number.NaN;
    if (!Number.isSafeInteger(number)) {
      throw invalidParameter(at, `Invalid integer: ${shown(value)}`, 'parameter_invalid_integer');
    }
    if (number < least) {
      throw invalidParameter(
        at,
        least === 0
          ? 'Invalid non-negative integer'
          : `This value must be greater than or equal to ${least}.`,
        'parameter_invalid_integer',
      );
    }
    if (number > most) {
      throw invalidParameter(
        at,
        `This value must be less than or equal to ${most}.`,
        'parameter_invalid_integer',
      );
    }
    return number;
  };
}

/** `true` or `false`. */
export function boolean(): Parser<boolean> {
  return (value, at) => {
    if (value === 'true') return true;
    if (value === 'false') return false;
    throw invalidParameter(at, `Invalid boolean: ${shown(value)}`, 'parameter_invalid_boolean');
  };
}

/** A switch that this stand-in can only leave off; turning it on is refused by name. */
export function onlyFalse(): Parser<boolean> {
  return (value, at) => {
    if (boolean()(value, at)) throw unsupportedParameter(`${at}=true`);
    return false;
  };
}

/** One of a set of words; `unsupportedWords` are legal in the real API and refused here by name. */
export function oneOf<const W extends string>(
  words: readonly W[],
  unsupportedWords: readonly string[] = [],
): Parser<W> {
  return (value, at) => {
    if (value === '') throw emptyParameter(at);
    const found = words.find((word) => word === value);
    if (found !== undefined) return found;
    if (typeof value === 'string' && unsupportedWords.includes(value)) {
      throw unsupportedParameter(`${at}=${value}`);
    }
    throw invalidParameter(at, `Invalid ${at}: must be one of ${inWords([...words, ...unsupportedWords])}`);
  };
}

/** An absolute http or https URL of at most 5,000 characters. */
export function url(): Parser<string> {
  return (value, at) => {
    const address = text()(value, at);
    // Templates such as {CHECKOUT_SESSION_ID} are legal in return addresses, and URL escapes braces by itself.
    const parsed = URL.parse(address);
    if (parsed === null || !/^https?:\/\/[^/]/i.test(address) || /\s/.test(address)) {
      throw invalidParameter(
        at,
        /^[\w.-]+(\/|$)/.test(address)
          ? 'Invalid URL: An explicit scheme (such as https) must be provided.'
          : 'Not a valid URL',
        'url_invalid',
      );
    }
    return address;
  };
}

/** An e-mail address, loosely: one at sign and a dot after it. */
export function email(): Parser<string> {
  return (value, at) => {
    const address = text(800)(value, at);
    if (!/^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(address)) {
      throw invalidParameter(at, `Invalid email address: ${address}`, 'email_invalid');
    }
    return address;
  };
}

/** A list, sent as `a[0]=x&a[1]=y` or `a[]=x`. */
export function list<T>(item: Parser<T>, most = 100): Parser<T[]> {
  return (value, at) => {
    const items = isMap(value) && isIndexed(value) ? Object.values(value) : value;
    if (!Array.isArray(items)) throw invalidParameter(at, 'Invalid array');
    if (items.length > most) {
      throw invalidParameter(at, `Array ${at} may have at most ${most} items, but has ${items.length}.`);
    }
    return items.map((child, index) => item(child, `${at}[${index}]`));
  };
}

function isIndexed(value: Parameters): boolean {
  return Object.keys(value).every((name) => /^\d+$/.test(name));
}

const MOST_METADATA = 50;

/** Up to 50 keys of 40 characters with values of 500; an empty value unsets the key, which on creation means leaving it out. */
export function metadata(): Parser<Record<string, string>> {
  return (value, at) => {
    if (value === '') return {};
    if (!isMap(value)) throw invalidParameter(at, 'Invalid object');
    const entries = Object.entries(value);
    if (entries.length > MOST_METADATA) {
      throw invalidParameter(
        at,
        `Metadata can have up to ${MOST_METADATA} keys, but you passed ${entries.length}.`,
      );
    }
    for (const [key, child] of entries) {
      const name = `${at}[${key}]`;
      if (typeof child !== 'string') throw invalidParameter(name, 'Invalid string');
      if (key.length > 40) {
        throw invalidParameter(
          name,
          `Metadata keys can have up to 40 characters, but you passed in a key that is ${key.length} characters. Invalid key: ${key}`,
        );
      }
      if (child.length > 500) {
        throw invalidParameter(
          name,
          `Metadata values can have up to 500 characters, but you passed in a value that is ${child.length} characters. Invalid value: ${child}`,
        );
      }
    }
    return Object.fromEntries(entries.filter(([, child]) => child !== '')) as Record<string, string>;
  };
}

function shown(value: ParameterValue): string {
  return typeof value === 'string' ? value.slice(0, 100) : Array.isArray(value) ? '[array]' : '{object}';
}

function inWords(words: readonly string[]): string {
  if (words.length < 2) return words.join('');
  if (words.length === 2) return words.join(' or ');
  return `${words.slice(0, -1).join(', ')}, or ${words.at(-1)}`;
}
