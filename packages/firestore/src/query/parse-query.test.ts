// Tests the queries that Firestore rejects, with the messages of Google's emulator if they are
// helpful.

import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { describe, expect, it } from 'vitest';
import { RpcError } from '../core/rpc-error.ts';
import { type FieldValue, ReferenceValue, VectorValue } from '../core/value.ts';
import { toValue } from '../core/value-message.ts';
import {
  StructuredQuery_CompositeFilter_Operator as CompositeOp,
  StructuredQuery_Direction as Direction,
  StructuredQuery_FindNearest_DistanceMeasure as Measure,
  StructuredQuery_FieldFilter_Operator as Op,
  type StructuredQuery_FilterSchema,
  StructuredQuerySchema,
  StructuredQuery_UnaryFilter_Operator as UnaryOp,
} from '../gen/google/firestore/v1/query_pb.js';
import { parseQuery } from './parse-query.ts';

type FilterInit = MessageInitShape<typeof StructuredQuery_FilterSchema>;
type QueryInit = MessageInitShape<typeof StructuredQuerySchema>;

const DATABASE = 'projects/p/databases/d';
const key = (path: string) => new ReferenceValue(`${DATABASE}/documents/${path}`);

const where = (fieldPath: string, op: Op, value: FieldValue): FilterInit => ({
  filterType: { case: 'fieldFilter', value: { field: { fieldPath }, op, value: toValue(value) } },
});
const unary = (fieldPath: string, op: UnaryOp): FilterInit => ({
  filterType: { case: 'unaryFilter', value: { op, operandType: { case: 'field', value: { fieldPath } } } },
});
const composite = (op: CompositeOp, filters: FilterInit[]): FilterInit => ({
  filterType: { case: 'compositeFilter', value: { op, filters } },
});
const and = (...filters: FilterInit[]) => composite(CompositeOp.AND, filters);
const or = (...filters: FilterInit[]) => composite(CompositeOp.OR, filters);
const order = (fieldPath: string, direction = Direction.ASCENDING) => ({ field: { fieldPath }, direction });
const cursor = (...values: FieldValue[]) => ({ values: values.map(toValue), before: true });
const nearest = {
  vectorField: { fieldPath: 'v' },
  queryVector: toValue(new VectorValue([1, 2])),
  distanceMeasure: Measure.COSINE,
  limit: 3,
};

const parse = (query: QueryInit, parent = '') =>
  parseQuery(create(StructuredQuerySchema, { from: [{ collectionId: 'c' }], ...query }), DATABASE, parent);

/** The status code and message with which a query is rejected. */
function rejection(query: QueryInit, parent?: string): string {
  try {
    parse(query, parent);
  } catch (error) {
    if (error instanceof RpcError) return `${error.code} ${error.message}`;
    throw error;
  }
  return 'accepted';
}

const ONE_NEGATION = /^3 Only a single 'NOT_EQUAL', 'NOT_IN', 'IS_NOT_NAN', or 'IS_NOT_NULL' filter/;
const NO_OR = /^3 'NOT_IN' cannot be used in the same query with 'IN', 'ARRAY_CONTAINS_ANY' or 'OR'/;
const KEY_LAST = /^3 order by clause cannot contain more fields after the key/;
const KEY_EQUALITY = /^3 Equality on key is not allowed if there are other inequality fields/;
const notOne = (field: string) => where(field, Op.NOT_EQUAL, 1n);
const keyIn = where('__name__', Op.IN, [key('c/a'), key('c/b')]);
const positive = where('x', Op.GREATER_THAN, 0n);

describe('parseQuery', () => {
  it.each<[string, QueryInit, RegExp]>([
    [
      'a cursor with a value for an implicit order',
      { orderBy: [order('x')], startAt: cursor(1n, key('c/a')) },
      /^3 Cursor has too many values/,
    ],
    ['a cursor without an order', { endAt: cursor(key('c/a')) }, /^3 Cursor has too many values/],
    [
      'two filters on elements of arrays, of which one is satisfied by nothing',
      { where: and(where('x', Op.ARRAY_CONTAINS_ANY, [null]), where('y', Op.ARRAY_CONTAINS, 1n)) },
      /^3 A maximum of 1 'ARRAY_CONTAINS' filter is allowed per disjunction/,
    ],
    [
      'two filters on elements of one array whose values differ in their type',
      { where: and(where('x', Op.ARRAY_CONTAINS, 1n), where('x', Op.ARRAY_CONTAINS, 1)) },
      /^3 A maximum of 1 'ARRAY_CONTAINS' filter is allowed per disjunction/,
    ],
    [
      'two lists of elements of one array, of which one has a value more',
      {
        where: and(where('x', Op.ARRAY_CONTAINS_ANY, [1n, 2n]), where('x', Op.ARRAY_CONTAINS_ANY, [1n])),
      },
      /^3 A maximum of 1 'ARRAY_CONTAINS' filter is allowed per disjunction/,
    ],
    [
      'a filter on elements of an array that an OR repeats',
      { where: and(where('x', Op.ARRAY_CONTAINS, 1n), or(where('x', Op.ARRAY_CONTAINS, 1n), positive)) },
      /^3 A maximum of 1 'ARRAY_CONTAINS' filter is allowed per disjunction/,
    ],
    ['two != on two fields', { where: and(notOne('x'), notOne('y')) }, ONE_NEGATION],
    ['two != on one field', { where: and(notOne('x'), where('x', Op.NOT_EQUAL, 2n)) }, ONE_NEGATION],
    ['two != in an OR', { where: or(notOne('x'), notOne('y')) }, ONE_NEGATION],
    ['!= with IS_NOT_NULL', { where: and(notOne('x'), unary('y', UnaryOp.IS_NOT_NULL)) }, ONE_NEGATION],
    [
      '!= with != on the name',
      { where: and(notOne('x'), where('__name__', Op.NOT_EQUAL, key('c/a'))) },
      ONE_NEGATION,
    ],
    ['NOT_IN inside an OR', { where: or(where('x', Op.NOT_IN, [1n])) }, NO_OR],
    ['NOT_IN beside an OR', { where: and(where('x', Op.NOT_IN, [1n]), or(positive)) }, NO_OR],
    ['an inequality with an order by name', { where: positive, orderBy: [order('__name__')] }, KEY_LAST],
    [
      'an inequality on a field that an order by name follows',
      { where: positive, orderBy: [order('y'), order('__name__')] },
      KEY_LAST,
    ],
    [
      'one of two inequalities without an order before the name',
      { where: and(positive, where('y', Op.LESS_THAN, 9n)), orderBy: [order('x'), order('__name__')] },
      KEY_LAST,
    ],
    ['IN on the name with another inequality', { where: and(positive, keyIn) }, KEY_EQUALITY],
    ['IN on the name in an OR with another inequality', { where: or(positive, keyIn) }, KEY_EQUALITY],
    ['findNearest with a limit', { findNearest: nearest, limit: 0 }, /^3 A query limit cannot/],
    ['findNearest with an offset', { findNearest: nearest, offset: 1 }, /^3 A query offset cannot/],
    [
      'findNearest with a cursor',
      { findNearest: nearest, orderBy: [order('x')], startAt: cursor(1n) },
      /^3 A cursor cannot/,
    ],
    [
      'findNearest with a threshold of NaN',
      { findNearest: { ...nearest, distanceThreshold: Number.NaN } },
      /^3 distanceThreshold/,
    ],
    [
      'findNearest with a reserved result field',
      { findNearest: { ...nearest, distanceResultField: '__name__' } },
      /^3 .*reserved/,
    ],
    ['a filter on a reserved name', { where: where('a.__x__', Op.EQUAL, 1n) }, /^3 Invalid reserved name/],
    [
      'a projection with an unquoted non-ASCII name',
      { select: { fields: [{ fieldPath: 'é' }] } },
      /^3 Invalid property path/,
    ],
  ])('refuses %s', (_, query, message) => {
    expect(rejection(query)).toMatch(message);
  });

  const descendants = (query: QueryInit = {}) => ({
    from: [{ collectionId: 'c', allDescendants: true }],
    ...query,
  });
  const ROOT = /^3 collection group queries are only allowed at the root parent/;
  it.each<[string, QueryInit, RegExp]>([
    ['a filter', { where: where('x', Op.EQUAL, 1n) }, ROOT],
    ['an inequality', { where: positive }, ROOT],
    ['an order', { orderBy: [order('x')] }, ROOT],
    [
      'a descending order by name',
      { orderBy: [order('__name__', Direction.DESCENDING)] },
      /^9 collection group queries are only allowed if they're at the root or they're an ascending primary key scan/,
    ],
  ])('refuses the descendants of a document with %s', (_, query, message) => {
    expect(rejection(descendants(query), 'c/a')).toMatch(message);
    expect(rejection(descendants(query))).toBe('accepted');
  });

  it.each<[string, QueryInit, RegExp]>([
    ['a filter', { where: where('x', Op.EQUAL, 1n) }, /^3 kind is required for filter: x/],
    ['an order', { orderBy: [order('x')] }, /^3 kind is required for all orders except __key__ ascending/],
    [
      'a descending order by name',
      { orderBy: [order('__name__', Direction.DESCENDING)] },
      /^3 kind is required for all orders except __key__ ascending/,
    ],
  ])('refuses collections with any id with %s', (_, query, message) => {
    for (const from of [[], [{}], [{ allDescendants: true }]])
      expect(rejection({ from, ...query })).toMatch(message);
  });

  it.each<[string, QueryInit]>([
    [
      'a cursor with a value for each order',
      { orderBy: [order('x'), order('__name__')], startAt: cursor(1n, key('c/a')) },
    ],
    ['a cursor without values', { startAt: cursor() }],
    ['one != in an OR', { where: or(notOne('x'), where('y', Op.EQUAL, 1n)) }],
    ['an inequality with an order by another field', { where: positive, orderBy: [order('y')] }],
    ['IN with an order by name', { where: where('x', Op.IN, [1n]), orderBy: [order('__name__')] }],
    [
      'IN on the name with an inequality on the name',
      { where: and(positive, keyIn, where('__name__', Op.GREATER_THAN, key('c/a'))) },
    ],
    [
      'findNearest with a filter and an order',
      { findNearest: nearest, where: positive, orderBy: [order('x')] },
    ],
    [
      'a filter on elements of an array twice in one AND',
      { where: and(where('x', Op.ARRAY_CONTAINS, 1n), where('x', Op.ARRAY_CONTAINS, 1n)) },
    ],
    [
      'the same list of elements twice in one AND, in another order',
      {
        where: and(
          where('x', Op.ARRAY_CONTAINS_ANY, [1n, null, 1n]),
          where('x', Op.ARRAY_CONTAINS_ANY, [null, 1n]),
        ),
      },
    ],
    ['an array in an array as the operand of ==', { where: where('x', Op.EQUAL, [[1n]]) }],
  ])('accepts %s', (_, query) => {
    expect(rejection(query)).toBe('accepted');
  });

  it('accepts the descendants of a document by name for any collection', () => {
    for (const collectionId of ['', 'c']) {
      const query = {
        from: [{ collectionId, allDescendants: true }],
        where: where('__name__', Op.GREATER_THAN, key('c/a/c/z')),
      };
      expect(rejection({ ...query, orderBy: [order('__name__')] }, 'c/a')).toBe('accepted');
    }
  });

  const many = where('y', Op.GREATER_THAN, 1n);
  it.each<[string, FilterInit, string[]]>([
    ['a range with null', or(where('x', Op.GREATER_THAN, null), many), ['y', 'name']],
    ['a range with NaN', or(where('x', Op.LESS_THAN, Number.NaN), many), ['y', 'name']],
    ['!= null', or(where('x', Op.NOT_EQUAL, null), many), ['y', 'name']],
    [
      'a conjunction with such a range',
      or(and(where('x', Op.GREATER_THAN, null), where('z', Op.LESS_THAN, 1n)), many),
      ['y', 'z', 'name'],
    ],
    ['!= NaN, which values satisfy', or(where('x', Op.NOT_EQUAL, Number.NaN), many), ['x', 'y', 'name']],
    [
      'ranges that exclude each other',
      or(and(where('x', Op.GREATER_THAN, 3n), where('x', Op.LESS_THAN, 1n)), many),
      ['x', 'y', 'name'],
    ],
    ['nothing but a range with null', where('x', Op.GREATER_THAN, null), ['x', 'name']],
  ])('orders by the fields of satisfiable inequalities: %s', (_, filter, expected) => {
    expect(parse({ where: filter }).orderBy.map(({ path }) => path?.join('.') ?? 'name')).toEqual(expected);
  });

  it('orders implicit fields by their names without quotes, segment by segment', () => {
    const fields = ['ab', '`a b`', '`a-c`', 'a.d', 'z', 'B', '`é`'];
    const filters = fields.map((field) => where(field, Op.GREATER_THAN, 0n));
    const paths = parse({ where: and(...filters) }).orderBy.map(({ path }) => path?.join('.'));
    expect(paths).toEqual(['B', 'a.d', 'a b', 'a-c', 'ab', 'z', 'é', undefined]);
  });
});
