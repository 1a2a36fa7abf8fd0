// The oracle of the model-based test: documents in a map; every query filters and sorts all of
// them. It shares no query code with the database.

import { type Fields, type FieldValue, fieldAt, isMap, TimestampValue } from '../core/value.ts';
import { StructuredQuery_FieldFilter_Operator as Op } from '../gen/google/firestore/v1/query_pb.js';

/** All documents of the model, by path. */
export type ModelDocuments = Map<string, Fields>;

function typeOrder(value: FieldValue): number {
  if (value === null) return 0;
  if (typeof value === 'boolean') return 1;
  if (typeof value === 'number' || typeof value === 'bigint') return 2;
  if (value instanceof TimestampValue) return 3;
  if (typeof value === 'string') return 4;
  return Array.isArray(value) ? 5 : 6;
}

function compare(left: FieldValue, right: FieldValue): number {
  const difference = typeOrder(left) - typeOrder(right);
  if (difference !== 0) return difference;
  if (typeof left === 'string') return Buffer.compare(Buffer.from(left), Buffer.from(right as string));
  if (Array.isArray(left)) return compareLists(left, right as FieldValue[]);
  if (isMap(left)) return compareLists(flatten(left), flatten(right as Fields));
  if (left instanceof TimestampValue) return left.seconds - (right as TimestampValue).seconds;
  const [a, b] = [Number(left), Number(right)];
  if (Number.isNaN(a) || Number.isNaN(b)) return Number(Number.isNaN(b)) - Number(Number.isNaN(a));
  return a - b;
}

function flatten(fields: Fields): FieldValue[] {
  return Object.keys(fields)
    .sort()
    .flatMap((name) => [name, fields[name] as FieldValue]);
}

function compareLists(left: readonly FieldValue[], right: readonly FieldValue[]): number {
  for (let i = 0; i < Math.min(left.length, right.length); i++) {
    const order = compare(left[i] as FieldValue, right[i] as FieldValue);
    if (order !== 0) return order;
  }
  return left.length - right.length;
}

/** A field filter, with the operator of the protocol. */
export interface ModelFilter {
  readonly field: string;
  readonly op: Op;
  readonly value: FieldValue;
}

/** A query over the collection `c`, or over the collection group `c`. */
export interface ModelQuery {
  readonly collection: 'c' | 'group';
  readonly isDisjunction: boolean;
  readonly filters: readonly ModelFilter[];
  readonly orders: readonly { field: string; descending: boolean }[];
  readonly start: { values: readonly FieldValue[]; before: boolean } | null;
  readonly end: { values: readonly FieldValue[]; before: boolean } | null;
  readonly offset: number;
  readonly limit: number | null;
}

const INEQUALITIES = new Set([
  Op.LESS_THAN,
  Op.LESS_THAN_OR_EQUAL,
  Op.GREATER_THAN,
  Op.GREATER_THAN_OR_EQUAL,
  Op.NOT_EQUAL,
  Op.NOT_IN,
]);

const findable = (each: FieldValue) => each !== null && !Number.isNaN(each);

// Google's emulator ignores an unsatisfiable filter when it derives the order of a disjunction.
function isSatisfiable({ op, value }: ModelFilter): boolean {
  if (op === Op.NOT_EQUAL) return value !== null;
  return !INEQUALITIES.has(op) || op === Op.NOT_IN || findable(value);
}

function matchesFilter({ field, op, value }: ModelFilter, fields: Fields): boolean {
  const actual = fieldAt(fields, field.split('.'));
  if (actual === undefined) return false;
  const isIn = (list: FieldValue, item: FieldValue) =>
    (list as FieldValue[]).some((each) => compare(each, item) === 0);
  const sameType = typeOrder(actual) === typeOrder(value) && findable(actual) && findable(value);
  switch (op) {
    case Op.EQUAL:
      return findable(value) && compare(actual, value) === 0;
    case Op.NOT_EQUAL:
      return actual !== null && value !== null && (Number.isNaN(value) || compare(actual, value) !== 0);
    case Op.LESS_THAN:
      return sameType && compare(actual, value) < 0;
    case Op.LESS_THAN_OR_EQUAL:
      return sameType && compare(actual, value) <= 0;
    case Op.GREATER_THAN:
      return sameType && compare(actual, value) > 0;
    case Op.GREATER_THAN_OR_EQUAL:
      return sameType && compare(actual, value) >= 0;
    case Op.IN:
      return findable(actual) && isIn(value, actual);
    case Op.NOT_IN:
      return actual !== null && !isIn(value, null) && !isIn(value, actual);
    case Op.ARRAY_CONTAINS:
      return Array.isArray(actual) && findable(value) && isIn(actual, value);
    default:
      return (
        Array.isArray(actual) && (value as FieldValue[]).some((each) => findable(each) && isIn(actual, each))
      );
  }
}

/** The paths of the documents that `query` matches, in order. */
export function runModelQuery(documents: ModelDocuments, query: ModelQuery): string[] {
  const orders = [...query.orders];
  const lastDescending = orders.at(-1)?.descending ?? false;
  const implied = query.filters
    .filter(isSatisfiable)
    .filter(({ op, field }) => INEQUALITIES.has(op) && !orders.some((order) => order.field === field))
    .map(({ field }) => field);
  for (const field of [...new Set(implied)].sort()) orders.push({ field, descending: lastDescending });
  const at = (path: string, field: string) => fieldAt(documents.get(path) as Fields, field.split('.'));
  const position = (path: string, values: readonly FieldValue[]) => {
    for (const [i, value] of values.entries()) {
      const order = orders[i] as (typeof orders)[number];
      const sign = compare(at(path, order.field) as FieldValue, value);
      if (sign !== 0) return order.descending ? -sign : sign;
    }
    return 0;
  };
  const { filters, start, end, isDisjunction } = query;
  const found = [...documents.keys()].filter((path) => {
    const segments = path.split('/');
    if (query.collection === 'c' ? segments.length !== 2 || segments[0] !== 'c' : segments.at(-2) !== 'c')
      return false;
    const fields = documents.get(path) as Fields;
    if (orders.some(({ field }) => at(path, field) === undefined)) return false;
    const test = (filter: ModelFilter) => matchesFilter(filter, fields);
    if (filters.length > 0 && !(isDisjunction ? filters.some(test) : filters.every(test))) return false;
    if (start && (start.before ? position(path, start.values) < 0 : position(path, start.values) <= 0))
      return false;
    return !(end && (end.before ? position(path, end.values) >= 0 : position(path, end.values) > 0));
  });
  found.sort((left, right) => {
    for (const { field, descending } of orders) {
      const sign = compare(at(left, field) as FieldValue, at(right, field) as FieldValue);
      if (sign !== 0) return descending ? -sign : sign;
    }
    const byName = compareLists(left.split('/'), right.split('/'));
    return lastDescending ? -byName : byName;
  });
  const { offset, limit } = query;
  return found.slice(offset, limit === null ? undefined : offset + limit);
}
