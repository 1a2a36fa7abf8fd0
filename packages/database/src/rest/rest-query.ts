// Parses REST queries: orderBy="height"&startAt=3&limitToLast=2

import { checkPath } from '../core/check-key.ts';
import { formatPath, parsePath } from '../core/path.ts';
import { type Bound, EVERYTHING, type Index, indexName, PRIORITY, type Query } from '../core/query.ts';
import { isBoundValue } from '../core/wire-query.ts';
import { ERROR_TEXT, RestError } from './rest-error.ts';
import type { RestRequest } from './rest-request.ts';

const BOUNDS = ['startAt', 'startAfter', 'endAt', 'endBefore', 'equalTo'] as const;
const LIMITS = ['limitToFirst', 'limitToLast'] as const;

/**
 * Parses the query of a request.
 * @throws RestError for parameters that are invalid, contradict each other, or need an index that
 * rules do not declare
 */
export function readRestQuery(request: RestRequest): Query {
  const { parameters, namespace, path } = request;
  const isShallow = parameters.get('shallow') === 'true';
  const orderBy = parameters.get('orderBy');
  const others = [...BOUNDS, ...LIMITS].filter((name) => parameters.has(name));
  if (orderBy === null && others.length === 0) return EVERYTHING;
  // `firebase database:remove` lists with a limit and a start key.
  if (orderBy === null && !isShallow) throw new RestError(400, ERROR_TEXT.noOrderBy);
  if (orderBy !== null && isShallow) {
    throw new RestError(400, 'shallow cannot be specified in addition to orderBy');
  }
  const index = orderBy === null ? ({ kind: 'key' } as const) : parseOrderBy(orderBy);
  const query: Query = {
    index,
    isIndexNamed: orderBy !== null,
    ...readRange(parameters, index),
    ...readLimit(parameters),
  };
  if (!namespace.hasIndex(path, query)) throw new RestError(400, missingIndex(query, request.path));
  return query;
}

/** The error message for a query without its index. */
function missingIndex({ index }: Query, path: readonly string[]): string {
  return `Index not defined, add ".indexOn": "${indexName(index)}", for path "/${formatPath(path)}", to the rules`;
}

function parseOrderBy(text: string): Index {
  let name: unknown;
  try {
    name = JSON.parse(text);
  } catch {
    throw new RestError(400, ERROR_TEXT.invalidOrderBy);
  }
  if (name === '$key') return { kind: 'key' };
  if (name === '$value') return { kind: 'value' };
  if (name === '$priority') return PRIORITY;
  if (typeof name !== 'string' || parsePath(name).length === 0) {
    throw new RestError(400, ERROR_TEXT.invalidOrderBy);
  }
  return { kind: 'child', path: checkPath(parsePath(name)) };
}

function readRange(parameters: URLSearchParams, index: Index): Pick<Query, 'start' | 'end'> {
  const read = (name: (typeof BOUNDS)[number], isInclusive: boolean): Bound | undefined => {
    const text = parameters.get(name);
    return text === null ? undefined : parseBound(text, index, isInclusive);
  };
  const equal = read('equalTo', true);
  const start = read('startAt', true) ?? read('startAfter', false);
  const end = read('endAt', true) ?? read('endBefore', false);
  if (equal !== undefined && (start !== undefined || end !== undefined)) {
    throw new RestError(400, ERROR_TEXT.equalToWithRange);
  }
  if (equal !== undefined) return { start: equal, end: equal };
  return { ...(start && { start }), ...(end && { end }) };
}

/** Parses `3`, or the SDKs' format with a key among equal values, `3,"ada"`. */
function parseBound(text: string, index: Index, isInclusive: boolean): Bound {
  let parts: unknown[];
  try {
    parts = JSON.parse(`[${text}]`);
  } catch {
    throw new RestError(400, ERROR_TEXT.invalidBound);
  }
  const [value, key] = parts;
  if (!isBoundValue(value) || parts.length > 2 || (key !== undefined && typeof key !== 'string')) {
    throw new RestError(400, ERROR_TEXT.invalidBound);
  }
  if (index.kind === 'key' && typeof value !== 'string') {
    throw new RestError(400, 'The bound of an index on keys must be a string');
  }
  return {
    value,
    ...(typeof key === 'string' && { key }),
    isInclusive,
  };
}

function readLimit(parameters: URLSearchParams): Pick<Query, 'limit'> {
  const [first, last] = LIMITS.map((name) => parameters.get(name));
  if (typeof first === 'string' && typeof last === 'string') {
    throw new RestError(400, 'limitToFirst cannot be specified in addition to limitToLast');
  }
  const text = first ?? last;
  if (typeof text !== 'string') return {};
  if (!/^[1-9]\d{0,14}$/.test(text)) {
    throw new RestError(
      400,
      `${typeof first === 'string' ? LIMITS[0] : LIMITS[1]} must be a positive integer`,
    );
  }
  return { limit: { count: Number(text), from: typeof first === 'string' ? 'first' : 'last' } };
}
