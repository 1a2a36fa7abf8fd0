// Owns the decoding of form-encoded, bracketed parameters (bodies and query strings) into plain trees of strings.
// Knows nothing of which parameters exist.

import qs from 'qs';
import { invalidBody } from './stripe-error.ts';

/** A decoded parameter: text, a list, or a map of parameters. */
export type ParameterValue = string | ParameterValue[] | { [name: string]: ParameterValue };

/** The parameters of one request. */
export type Parameters = { [name: string]: ParameterValue };

const DEEPEST = 8;
const MOST_PARAMETERS = 2_000;
const LONGEST_LIST = 500;

/**
 * Decodes `a[b][0]=c` into `{a: {b: ['c']}}`.
 * @throws StripeError when an escape is broken, or the tree is too deep or too wide
 */
export function decodeForm(text: string): Parameters {
  if (text === '') return {};
  try {
    decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw invalidBody('it holds a broken percent escape or text that is not UTF-8');
  }
  // The parser would drop such a parameter without a word.
  if (namesPrototype(text)) throw invalidBody('it names __proto__');
  try {
    const tree = qs.parse(text, {
      depth: DEEPEST,
      strictDepth: true,
      parameterLimit: MOST_PARAMETERS,
      throwOnLimitExceeded: true,
      arrayLimit: LONGEST_LIST,
      plainObjects: true,
      strictNullHandling: false,
      duplicates: 'last',
    });
    return structuredClone(toPlainTree(tree)) as Parameters;
  } catch (error) {
    throw invalidBody(error instanceof Error ? error.message : 'it cannot be read');
  }
}

function toPlainTree(value: unknown): ParameterValue {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(toPlainTree);
  if (value !== null && typeof value === 'object') {
    return Object.fromEntries(Object.entries(value).map(([name, child]) => [name, toPlainTree(child)]));
  }
  return '';
}

function namesPrototype(text: string): boolean {
  return text.split('&').some((pair) => {
    const name = decodeURIComponent((pair.split('=')[0] ?? '').replaceAll('+', ' '));
    return name.split(/[[\]]/).includes('__proto__');
  });
}
