// Parsers of request parameters: each converts a decoded value to a typed one, or throws Stripe's
// error for it. The parameters of each endpoint are declared in api/ and payments/.

import type { Parameters, ParameterValue } from './form-body.ts';
import {
  emptyParameter,
  invalidParameter,
  missingParameter,
  unknownParameters,
  unsupportedParameter,
} from './stripe-error.ts';

/**
 * Parses one parameter. `param` is its full name, such as `line_items[0][quantity]`. Throws a
 * StripeError that names it.
 */
export type Parser<T> = (value: ParameterValue, param: string) => T;

/** A parameter that is required, optional, or known to Stripe but not supported here. */
export type Field<T> =
  | { readonly presence: 'required'; readonly parse: Parser<T> }
  | { readonly presence: 'optional'; readonly parse: Parser<T> }
  | { readonly presence: 'unsupported' };

type Fields = Record<string, Field<unknown>>;
/** The parsed values of fields. */
export type Values<F extends Fields> = {
  [K in keyof F as F[K] extends { presence: 'required' } ? K : never]: F[K] extends Field<infer T>
    ? T
    : never;
} & {
  [K in keyof F as F[K] extends { presence: 'optional' } ? K : never]?: F[K] extends {
    parse: Parser<infer T>;
  }
    ? T
    : never;
};

/** Declares a required parameter. */
export function required<T>(parse: Parser<T>): { presence: 'required'; parse: Parser<T> } {
  return { presence: 'required', parse };
}

/** Declares an optional parameter. */
export function optional<T>(parse: Parser<T>): { presence: 'optional'; parse: Parser<T> } {
  return { presence: 'optional', parse };
}

/** Declares parameters that Stripe supports and this emulator rejects by name. */
export function unsupported<N extends string>(...names: N[]): Record<N, { presence: 'unsupported' }> {
  return Object.fromEntries(names.map((name) => [name, { presence: 'unsupported' }])) as Record<
    N,
    { presence: 'unsupported' }
  >;
}

/**
 * Parses the parameters of a request.
 * @throws StripeError 400 that names all unknown parameters, or the first one that is missing,
 * unsupported or invalid
 */
export function parseParameters<F extends Fields>(fields: F, parameters: Parameters): Values<F> {
  return parseFields(fields, parameters, '') as Values<F>;
}

/** Parses a nested object. */
export function object<F extends Fields>(fields: F): Parser<Values<F>> {
  return (value, param) => {
    if (!isObject(value)) throw invalidParameter(param, 'Invalid object');
    return parseFields(fields, value, param) as Values<F>;
  };
}

function parseFields(fields: Fields, parameters: Parameters, parent: string): Record<string, unknown> {
  const nameOf = (name: string): string => (parent === '' ? name : `${parent}[${name}]`);
  const unknown = Object.keys(parameters).filter((name) => !Object.hasOwn(fields, name));
  if (unknown.length > 0) throw unknownParameters(unknown.map(nameOf));
  const values: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(fields)) {
    const value = parameters[name];
    if (value === undefined) {
      if (field.presence === 'required') throw missingParameter(nameOf(name));
    } else if (field.presence === 'unsupported') {
      throw unsupportedParameter(nameOf(name));
    } else {
      values[name] = field.parse(value, nameOf(name));
    }
  }
  return values;
}

function isObject(value: ParameterValue): value is Parameters {
  return typeof value === 'object' && !Array.isArray(value);
}

/** Parses text of 1 to `maxLength` characters. */
export function text(maxLength = 5_000): Parser<string> {
  return (value, param) => {
    if (typeof value !== 'string') throw invalidParameter(param, 'Invalid string');
    if (value === '') throw emptyParameter(param);
    if (value.length > maxLength) {
      throw invalidParameter(
        param,
        `Invalid string: ${value.slice(0, 20)}...; must be at most ${maxLength} characters`,
        'parameter_invalid_string',
      );
    }
    return value;
  };
}

/** Parses a value that an empty string unsets; it is then null. */
export function unsettable<T>(parse: Parser<T>): Parser<T | null> {
  return (value, param) => (value === '' ? null : parse(value, param));
}

/** Parses an integer from `minimum` to `maximum`. */
export function integer(
  minimum = Number.MIN_SAFE_INTEGER,
  maximum = Number.MAX_SAFE_INTEGER,
): Parser<number> {
  return (value, param) => {
    if (value === '') throw emptyParameter(param);
    const number = typeof value === 'string' && /^[+-]?\d{1,16}$/.test(value) ? Number(value) : Number.NaN;
    if (!Number.isSafeInteger(number)) {
      throw invalidParameter(param, `Invalid integer: ${describe(value)}`, 'parameter_invalid_integer');
    }
    if (number < minimum) {
      throw invalidParameter(
        param,
        minimum === 0
          ? 'Invalid non-negative integer'
          : `This value must be greater than or equal to ${minimum}.`,
        'parameter_invalid_integer',
      );
    }
    if (number > maximum) {
      throw invalidParameter(
        param,
        `This value must be less than or equal to ${maximum}.`,
        'parameter_invalid_integer',
      );
    }
    return number;
  };
}

/** Parses `true` or `false`. */
export function boolean(): Parser<boolean> {
  return (value, param) => {
    if (value === 'true') return true;
    if (value === 'false') return false;
    throw invalidParameter(param, `Invalid boolean: ${describe(value)}`, 'parameter_invalid_boolean');
  };
}

/** Parses a boolean that must be false, because this emulator does not support the feature. */
export function onlyFalse(): Parser<boolean> {
  return (value, param) => {
    if (boolean()(value, param)) throw unsupportedParameter(`${param}=true`);
    return false;
  };
}

/** Parses one of `values`. `unsupportedValues` are valid for Stripe but rejected here by name. */
export function oneOf<const W extends string>(
  values: readonly W[],
  unsupportedValues: readonly string[] = [],
): Parser<W> {
  return (value, param) => {
    if (value === '') throw emptyParameter(param);
    const found = values.find((candidate) => candidate === value);
    if (found !== undefined) return found;
    if (typeof value === 'string' && unsupportedValues.includes(value)) {
      throw unsupportedParameter(`${param}=${value}`);
    }
    throw invalidParameter(
      param,
      `Invalid ${param}: must be one of ${joinWithOr([...values, ...unsupportedValues])}`,
    );
  };
}

/** Parses an absolute http or https URL of at most 5,000 characters. */
export function url(): Parser<string> {
  return (value, param) => {
    const candidate = text()(value, param);
    // Return URLs may contain templates such as {CHECKOUT_SESSION_ID}, and URL.parse accepts
    // braces.
    const parsed = URL.parse(candidate);
    if (parsed === null || !/^https?:\/\/[^/]/i.test(candidate) || /\s/.test(candidate)) {
      throw invalidParameter(
        param,
        /^[\w.-]+(\/|$)/.test(candidate)
          ? 'Invalid URL: An explicit scheme (such as https) must be provided.'
          : 'Not a valid URL',
        'url_invalid',
      );
    }
    return candidate;
  };
}

/** Parses an email address: one at sign, followed by a dot somewhere. */
export function email(): Parser<string> {
  return (value, param) => {
    const address = text(800)(value, param);
    if (!/^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(address)) {
      throw invalidParameter(param, `Invalid email address: ${address}`, 'email_invalid');
    }
    return address;
  };
}

/** Parses a list of at most `maximum` items, sent as `a[0]=x&a[1]=y` or `a[]=x`. */
export function list<T>(item: Parser<T>, maximum = 100): Parser<T[]> {
  return (value, param) => {
    const items = isObject(value) && isIndexed(value) ? Object.values(value) : value;
    if (!Array.isArray(items)) throw invalidParameter(param, 'Invalid array');
    if (items.length > maximum) {
      throw invalidParameter(
        param,
        `Array ${param} may have at most ${maximum} items, but has ${items.length}.`,
      );
    }
    return items.map((child, index) => item(child, `${param}[${index}]`));
  };
}

function isIndexed(value: Parameters): boolean {
  return Object.keys(value).every((name) => /^\d+$/.test(name));
}

const MAX_METADATA_KEYS = 50;

/**
 * Parses metadata of a new object: up to 50 keys of up to 40 characters with values of up to 500. A
 * key with an empty value is omitted.
 * @see https://docs.stripe.com/api/metadata
 */
export function metadata(): Parser<Record<string, string>> {
  return (value, param) => metadataChange()(value, param)({});
}

/**
 * Parses a metadata update to a function on the object's metadata: sent keys are set, a key with an
 * empty value is unset, and an empty value instead of all keys unsets all.
 */
export function metadataChange(): Parser<(current: Record<string, string>) => Record<string, string>> {
  return (value, param) => {
    if (value === '') return () => ({});
    if (!isObject(value)) throw invalidParameter(param, 'Invalid object');
    const changes = Object.entries(value).map(([key, child]) => [
      key,
      metadataValue(key, child, `${param}[${key}]`),
    ]);
    return (current) => {
      const merged = Object.entries<string>({ ...current, ...Object.fromEntries(changes) }).filter(
        ([, child]) => child !== '',
      );
      if (merged.length > MAX_METADATA_KEYS) {
        throw invalidParameter(
          param,
          `Metadata can have up to ${MAX_METADATA_KEYS} keys, but you passed ${merged.length}.`,
        );
      }
      return Object.fromEntries(merged);
    };
  };
}

function metadataValue(key: string, value: ParameterValue, param: string): string {
  if (typeof value !== 'string') throw invalidParameter(param, 'Invalid string');
  if (key.length > 40) {
    throw invalidParameter(
      param,
      `Metadata keys can have up to 40 characters, but you passed in a key that is ${key.length} characters. Invalid key: ${key}`,
    );
  }
  if (value.length > 500) {
    throw invalidParameter(
      param,
      `Metadata values can have up to 500 characters, but you passed in a value that is ${value.length} characters. Invalid value: ${value}`,
    );
  }
  return value;
}

function describe(value: ParameterValue): string {
  return typeof value === 'string' ? value.slice(0, 100) : Array.isArray(value) ? '[array]' : '{object}';
}

function joinWithOr(values: readonly string[]): string {
  if (values.length < 2) return values.join('');
  if (values.length === 2) return values.join(' or ');
  return `${values.slice(0, -1).join(', ')}, or ${values.at(-1)}`;
}
