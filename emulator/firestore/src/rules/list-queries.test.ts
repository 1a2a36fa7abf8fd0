/** Lists are judged from the query alone: what its filters prove is granted, everything else is denied. */
import { create } from '@bufbuild/protobuf';
import { describe, expect, test } from 'vitest';
import {
  StructuredQuery_CompositeFilter_Operator as CompositeOperator,
  StructuredQuery_FieldFilter_Operator as FieldOperator,
  type StructuredQuery,
  type StructuredQuery_Filter,
  StructuredQuery_FilterSchema,
  StructuredQuerySchema,
  StructuredQuery_UnaryFilter_Operator as UnaryOperator,
} from '../gen/google/firestore/v1/query_pb.js';
import {
  documentAccess,
  type PlainValue,
  storedValue,
  testDocument,
  testRequest,
  testRuleset,
} from './fixtures.test-support.ts';

const OPERATORS = {
  '<': FieldOperator.LESS_THAN,
  '<=': FieldOperator.LESS_THAN_OR_EQUAL,
  '>': FieldOperator.GREATER_THAN,
  '>=': FieldOperator.GREATER_THAN_OR_EQUAL,
  '==': FieldOperator.EQUAL,
  '!=': FieldOperator.NOT_EQUAL,
  in: FieldOperator.IN,
  'not-in': FieldOperator.NOT_IN,
  has: FieldOperator.ARRAY_CONTAINS,
  'has-any': FieldOperator.ARRAY_CONTAINS_ANY,
} as const;

function where(
  fieldPath: string,
  operator: keyof typeof OPERATORS,
  value: PlainValue,
): StructuredQuery_Filter {
  return create(StructuredQuery_FilterSchema, {
    filterType: {
      case: 'fieldFilter',
      value: { field: { fieldPath }, op: OPERATORS[operator], value: storedValue(value) },
    },
  });
}

function isNotNull(fieldPath: string): StructuredQuery_Filter {
  return create(StructuredQuery_FilterSchema, {
    filterType: {
      case: 'unaryFilter',
      value: { op: UnaryOperator.IS_NOT_NULL, operandType: { case: 'field', value: { fieldPath } } },
    },
  });
}

function composite(op: CompositeOperator, filters: StructuredQuery_Filter[]): StructuredQuery_Filter {
  return create(StructuredQuery_FilterSchema, {
    filterType: { case: 'compositeFilter', value: { op, filters } },
  });
}
const and = (...filters: StructuredQuery_Filter[]): StructuredQuery_Filter =>
  composite(CompositeOperator.AND, filters);
const or = (...filters: StructuredQuery_Filter[]): StructuredQuery_Filter =>
  composite(CompositeOperator.OR, filters);

function query(filter?: StructuredQuery_Filter, more: Partial<StructuredQuery> = {}): StructuredQuery {
  return create(StructuredQuerySchema, {
    ...(filter === undefined ? {} : { where: filter }),
    ...more,
  } as object);
}

function mayList(condition: string, judged: StructuredQuery, path = ['c']): boolean {
  const ruleset = testRuleset(
    `match /c/{id} { allow list: if ${condition}; match /d/{e} { allow list: if ${condition}; } }`,
  );
  const acl = testDocument('acl/o1', { open: true });
  return ruleset.authorize(testRequest({ method: 'list', path, query: judged }), documentAccess(acl)).allowed;
}

describe('a list is granted', () => {
  test.each([
    ['an equality', "resource.data.owner == 'a'", query(where('owner', '==', 'a'))],
    [
      'an equality among others',
      "resource.data.owner == 'a'",
      query(and(where('n', '>', 1), where('owner', '==', 'a'))),
    ],
    ['in, all good', "resource.data.s in ['a', 'b']", query(where('s', 'in', ['a', 'b']))],
    [
      'or, all good',
      "resource.data.s in ['a', 'b']",
      query(or(where('s', '==', 'a'), where('s', '==', 'b'))),
    ],
    [
      'or under and',
      "resource.data.s in ['a', 'b'] && resource.data.t == 1",
      query(and(where('t', '==', 1), or(where('s', '==', 'a'), where('s', '==', 'b')))),
    ],
    ['array-contains', "'a' in resource.data.m", query(where('m', 'has', 'a'))],
    ['array-contains-any of one', "'a' in resource.data.m", query(where('m', 'has-any', ['a']))],
    ['a range that implies', 'resource.data.n > 5', query(where('n', '>', 10))],
    ['the same range', 'resource.data.n > 5', query(where('n', '>', 5))],
    ['a range from the other side', '5 < resource.data.n', query(where('n', '>=', 6))],
    ['a range that excludes', 'resource.data.n != 5', query(where('n', '>', 5))],
    ['not equal', 'resource.data.n != 5', query(where('n', '!=', 5))],
    ['not in', 'resource.data.n != 5', query(where('n', 'not-in', [4, 5]))],
    ['not in, as not in', '!(resource.data.n in [4, 5])', query(where('n', 'not-in', [4, 5]))],
    ['not null', 'resource.data.n != null', query(isNotNull('n'))],
    ['a range is not null', 'resource.data.n != null', query(where('n', '>', 1))],
    ['a nested field', "resource.data.a.b == 'x'", query(where('a.b', '==', 'x'))],
    ['a quoted field', "resource.data['a.b'] == 'x'", query(where('`a.b`', '==', 'x'))],
    ['limit', 'request.query.limit <= 10', query(undefined, { limit: 10 })],
    ['offset', 'request.query.offset == 3', query(undefined, { offset: 3 })],
    ['no offset', 'request.query.offset <= 2', query()],
    ['no limit', 'request.query.limit == null', query()],
    ['no order', 'request.query.orderBy.size() == 0', query()],
    [
      'an order',
      "request.query.orderBy.at == 'DESC' && request.query.orderBy.n == 'ASC'",
      query(undefined, {
        orderBy: [
          { field: { fieldPath: 'at' }, direction: 2 },
          { field: { fieldPath: 'n' }, direction: 1 },
        ] as never,
      }),
    ],
    [
      'a lookup by a pinned field',
      'exists(/databases/$(database)/documents/acl/$(resource.data.o))',
      query(where('o', '==', 'o1')),
    ],
    ['a proven half', "resource.data.owner == 'a' || request.auth.uid == 'alice'", query()],
    ['a refuted half', '!(resource.data.n < 5)', query(where('n', '>', 10))],
  ])('for %s', (_name, condition, judged) => {
    expect(mayList(condition, judged)).toBe(true);
  });

  test('below a named parent, whose id is bound', () => {
    expect(mayList("id == 'p'", query(), ['c', 'p', 'd'])).toBe(true);
    expect(mayList("id == 'q'", query(), ['c', 'p', 'd'])).toBe(false);
  });
});

describe('a list is denied', () => {
  test.each([
    ['no filter', "resource.data.owner == 'a'", query()],
    ['another value', "resource.data.owner == 'a'", query(where('owner', '==', 'b'))],
    ['in, one bad', "resource.data.s in ['a', 'b']", query(where('s', 'in', ['a', 'z']))],
    ['or, one bad', "resource.data.s in ['a', 'b']", query(or(where('s', '==', 'a'), where('s', '==', 'z')))],
    [
      'or over different fields',
      "resource.data.s == 'a'",
      query(or(where('s', '==', 'a'), where('t', '==', 1))),
    ],
    ['array-contains against an equality', "resource.data.m == ['a']", query(where('m', 'has', 'a'))],
    ['array-contains-any of two', "'a' in resource.data.m", query(where('m', 'has-any', ['a', 'b']))],
    ['a wider range', 'resource.data.n > 5', query(where('n', '>', 3))],
    ['a wider range, negated', '!(resource.data.n <= 5)', query(where('n', '>', 3))],
    ['a range that touches', 'resource.data.n > 5', query(where('n', '>=', 5))],
    [
      'two ranges as an equality',
      'resource.data.n == 5',
      query(and(where('n', '>=', 5), where('n', '<=', 5))),
    ],
    ['not equal to something else', 'resource.data.n != 5', query(where('n', '!=', 6))],
    ['a range of another type', "resource.data.n > 'a'", query(where('n', '>', 3))],
    ['an undecided in, negated', '!(resource.data.n in [1])', query(where('n', '>', 0))],
    ['a missing limit', 'request.query.limit <= 10', query()],
    ['a limit too large', 'request.query.limit <= 10', query(undefined, { limit: 11 })],
    [
      'a lookup by an open field',
      'exists(/databases/$(database)/documents/acl/$(resource.data.o))',
      query(where('o', '>', 'o')),
    ],
    ['the open id', "id != 'x'", query()],
    ['a method of an open field', 'resource.data.m.size() > 0', query(where('m', 'has', 'a'))],
    ['a type test of an open field', 'resource.data.n is int', query(where('n', '>', 3))],
  ])('for %s', (_name, condition, judged) => {
    expect(mayList(condition, judged)).toBe(false);
  });

  test('with the words of the emulator', () => {
    const messageOf = (condition: string, judged: StructuredQuery): string =>
      testRuleset(`match /c/{id} { allow list: if ${condition}; }`).authorize(
        testRequest({ method: 'list', path: ['c'], query: judged }),
        documentAccess(),
      ).message;
    expect(messageOf('resource.data.n > 4', query(where('n', '>=', 4)))).toBe(
      "\nevaluation error at L4:32 for 'list' @ L4",
    );
    expect(messageOf('resource.data.n > 4', query(where('n', 'in', [4, 7])))).toBe("\nfalse for 'list' @ L4");
    expect(messageOf('resource.data.n > 4', query())).toBe(
      "\nProperty n is undefined on object. for 'list' @ L4",
    );
    expect(messageOf('request.query.limit <= 12', query())).toContain('Received: null <= int.');
    const lookup = 'exists(/databases/$(database)/documents/acl/$(resource.data.o))';
    expect(messageOf(lookup, query(where('o', '==', 'missing')))).toBe(
      "\nevaluation error at L4:32 for 'list' @ L4, false for 'list' @ L4",
    );
    expect(messageOf(lookup, query())).toBe("\nProperty o is undefined on object. for 'list' @ L4");
  });

  test('when its disjuncts are past counting', () => {
    const many = or(...Array.from({ length: 11 }, (_, i) => where('s', '==', i)));
    expect(mayList('true', query(and(many, many)))).toBe(false);
  });
});

describe('names', () => {
  const named = (operator: 'in' | '==', ids: string[]): StructuredQuery => {
    const values = ids.map((id) => storedValue(`projects/demo/databases/(default)/documents/c/${id}`));
    for (const value of values)
      value.valueType = { case: 'referenceValue', value: String(value.valueType.value) };
    const list = storedValue([]);
    if (list.valueType.case === 'arrayValue') list.valueType.value.values = values;
    const filter = where('__name__', operator, null);
    if (filter.filterType.case === 'fieldFilter') {
      filter.filterType.value.value = operator === 'in' ? list : (values[0] ?? list);
    }
    return query(filter);
  };

  test('pin the document', () => {
    expect(mayList("id == 'x' && resource.id == 'x'", named('==', ['x']))).toBe(true);
    expect(mayList("id in ['x', 'y']", named('in', ['x', 'y']))).toBe(true);
    expect(mayList("id == 'x'", named('in', ['x', 'y']))).toBe(false);
  });
});

describe('collection groups', () => {
  const mayListGroup = (members: string, path = ['items'], version = '2'): boolean => {
    const ruleset = testRuleset(members);
    expect(version).toBe('2');
    return ruleset.authorize(
      testRequest({ method: 'list', path, collectionGroup: true, query: query() }),
      documentAccess(),
    ).allowed;
  };

  test('need a recursive wildcard before the collection', () => {
    expect(mayListGroup('match /{path=**}/items/{id} { allow list; }')).toBe(true);
    expect(mayListGroup('match /{path=**} { allow list; }')).toBe(true);
    expect(mayListGroup('match /items/{id} { allow list; }')).toBe(false);
    expect(mayListGroup('match /a/{b}/items/{id} { allow list; }')).toBe(false);
    expect(mayListGroup('match /a/{path=**}/items/{id} { allow list; }')).toBe(false);
    expect(mayListGroup('match /{path=**}/others/{id} { allow list; }')).toBe(false);
  });

  test('below a document, a pattern may name the way to it', () => {
    expect(
      mayListGroup('match /a/{b}/{path=**}/items/{id} { allow list: if b == "x"; }', ['a', 'x', 'items']),
    ).toBe(true);
  });

  test('leave the wildcard open', () => {
    expect(mayListGroup("match /{path=**}/items/{id} { allow list: if path[0] == 'a'; }")).toBe(false);
    expect(mayListGroup('match /{path=**}/items/{id} { allow list: if path != /a/b; }')).toBe(false);
  });
});
