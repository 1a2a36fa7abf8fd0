import qs from 'qs';
import { invalidBody } from './stripe-error.ts';

/** A decoded parameter: text, a list, or an object with parameters. */
export type ParameterValue = string | ParameterValue[] | { [name: string]: ParameterValue };

/** The parameters of a request by name. */
export type Parameters = { [name: string]: ParameterValue };

const MAX_DEPTH = 8;
const MAX_PARAMETERS = 2_000;
const MAX_LIST_LENGTH = 500;

/**
 * Decodes a form-encoded body or query string with brackets: `a[b][0]=c` gives `{a: {b: ['c']}}`.
 * @throws StripeError 400 for an invalid percent escape, nesting deeper than 8, more than 2,000
 *   parameters, a list of more than 500 items or the name `__proto__`
 */
export function decodeForm(text: string): Parameters {
  if (text === '') return {};
  try {
    decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw invalidBody('it contains an invalid percent escape or text that is not UTF-8');
  }
  // qs would silently drop such a parameter.
  if (containsPrototypeName(text)) throw invalidBody('it contains the name __proto__');
  try {
    const parsed = qs.parse(text, {
      depth: MAX_DEPTH,
      strictDepth: true,
      parameterLimit: MAX_PARAMETERS,
      throwOnLimitExceeded: true,
      arrayLimit: MAX_LIST_LENGTH,
      plainObjects: true,
      strictNullHandling: false,
      duplicates: 'last',
    });
    return structuredClone(toPlainValue(parsed)) as Parameters;
  } catch (error) {
    throw invalidBody(error instanceof Error ? error.message : 'it cannot be decoded');
  }
}

function toPlainValue(value: unknown): ParameterValue {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(toPlainValue);
  if (value !== null && typeof value === 'object') {
    return Object.fromEntries(Object.entries(value).map(([name, child]) => [name, toPlainValue(child)]));
  }
  return '';
}

function containsPrototypeName(text: string): boolean {
  return text.split('&').some((pair) => {
    const name = decodeURIComponent((pair.split('=')[0] ?? '').replaceAll('+', ' '));
    return name.split(/[[\]]/).includes('__proto__');
  });
}
