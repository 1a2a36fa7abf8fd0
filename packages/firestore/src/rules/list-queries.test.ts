// Rules are not filters: a list is granted only if the filters of the query prove the condition. No
// document is read.
import { create } from '@bufbuild/protobuf';
import { describe, expect, it } from 'vitest';
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
  'array-contains': FieldOperator.ARRAY_CONTAINS,
  'array-contains-any': FieldOperator.ARRAY_CONTAINS_ANY,
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

function mayList(condition: string, structuredQuery: StructuredQuery, path = ['c']): boolean {
  const ruleset = testRuleset(
    `match /c/{id} { allow list: if ${condition}; match /d/{e} { allow list: if ${condition}; } }`,
  );
  const acl = testDocument('acl/o1', { open: true });
  return ruleset.authorize(testRequest({ method: 'list', path, query: structuredQuery }), documentAccess(acl))
    .allowed;
}

describe('a list whose condition the query proves', () => {
  it.each([
    ['an equality filter', "resource.data.owner == 'a'", query(where('owner', '==', 'a'))],
    [
      'an equality filter and another filter',
      "resource.data.owner == 'a'",
      query(and(where('n', '>', 1), where('owner', '==', 'a'))),
    ],
    [
      'an in filter on permitted values',
      "resource.data.s in ['a', 'b']",
      query(where('s', 'in', ['a', 'b'])),
    ],
    [
      'an or of equality filters on permitted values',
      "resource.data.s in ['a', 'b']",
      query(or(where('s', '==', 'a'), where('s', '==', 'b'))),
    ],
    [
      'an or inside an and',
      "resource.data.s in ['a', 'b'] && resource.data.t == 1",
      query(and(where('t', '==', 1), or(where('s', '==', 'a'), where('s', '==', 'b')))),
    ],
    ['an array-contains filter', "'a' in resource.data.m", query(where('m', 'array-contains', 'a'))],
    [
      'an array-contains-any filter on one value',
      "'a' in resource.data.m",
      query(where('m', 'array-contains-any', ['a'])),
    ],
    ['a range filter that implies the condition', 'resource.data.n > 5', query(where('n', '>', 10))],
    ['the same range filter as in the condition', 'resource.data.n > 5', query(where('n', '>', 5))],
    [
      'a range filter and a condition with swapped operands',
      '5 < resource.data.n',
      query(where('n', '>=', 6)),
    ],
    ['a range filter that excludes a value', 'resource.data.n != 5', query(where('n', '>', 5))],
    ['a not-equal filter', 'resource.data.n != 5', query(where('n', '!=', 5))],
    ['a not-in filter', 'resource.data.n != 5', query(where('n', 'not-in', [4, 5]))],
    ['a not-in filter and a negated in', '!(resource.data.n in [4, 5])', query(where('n', 'not-in', [4, 5]))],
    ['a not-null filter', 'resource.data.n != null', query(isNotNull('n'))],
    ['a range filter, which excludes null', 'resource.data.n != null', query(where('n', '>', 1))],
    [
      'a range filter on values with an order in rules',
      'resource.data.n != null',
      query(where('n', '<', 'a')),
    ],
    [
      'an equality filter on a boolean, which excludes null',
      'resource.data.n != null',
      query(where('n', '==', true)),
    ],
    [
      'a range filter on booleans beside another filter, which excludes null',
      'resource.data.n != null',
      query(and(where('n', '<', true), where('n', '!=', 1))),
    ],
    ['an equality filter on a nested field', "resource.data.a.b == 'x'", query(where('a.b', '==', 'x'))],
    ['an equality filter on a quoted field', "resource.data['a.b'] == 'x'", query(where('`a.b`', '==', 'x'))],
    [
      'a diff that does not compare a field without an equality filter',
      "resource.data.diff({}).addedKeys().hasOnly(['n'])",
      query(where('n', '>', 5)),
    ],
    ['a not-equal filter and a comparison with null', 'resource.data.n != null', query(where('n', '!=', 5))],
    [
      'an equality and another filter, of which the other one proves the condition',
      'resource.data.n > 2',
      query(and(where('n', '==', 1), where('n', '>', 3))),
    ],
    [
      'two equal equality filters',
      'resource.data.n is int',
      query(and(where('n', '==', 1), where('n', '==', 1))),
    ],
    [
      'an equality filter with null, and that there is a value',
      'resource.data.n != null',
      query(where('n', '==', null)),
    ],
    ['a permitted limit', 'request.query.limit <= 10', query(undefined, { limit: 10 })],
    ['the required offset', 'request.query.offset == 3', query(undefined, { offset: 3 })],
    ['a condition on the default offset', 'request.query.offset <= 2', query()],
    ['a condition on the default limit', 'request.query.limit == null', query()],
    ['a condition on the default order', 'request.query.orderBy.size() == 0', query()],
    [
      'the required order',
      "request.query.orderBy.at == 'DESC' && request.query.orderBy.n == 'ASC'",
      query(undefined, {
        orderBy: [
          { field: { fieldPath: 'at' }, direction: 2 },
          { field: { fieldPath: 'n' }, direction: 1 },
        ] as never,
      }),
    ],
    [
      'a document lookup by a field with an equality filter',
      'exists(/databases/$(database)/documents/acl/$(resource.data.o))',
      query(where('o', '==', 'o1')),
    ],
    [
      'an `||` of which it proves one operand',
      "resource.data.owner == 'a' || request.auth.uid == 'alice'",
      query(),
    ],
    [
      'an array-contains filter on an element that hasAny lists',
      "resource.data.m.hasAny(['a', 'b'])",
      query(where('m', 'array-contains', 'a')),
    ],
    [
      'an array-contains-any filter on elements that hasAny lists',
      "resource.data.m.hasAny(['a', 'b', 'c'])",
      query(where('m', 'array-contains-any', ['a', 'b'])),
    ],
  ])('is granted with %s', (_name, condition, structuredQuery) => {
    expect(mayList(condition, structuredQuery)).toBe(true);
  });

  it('is granted by the id of the parent document, which the query determines', () => {
    expect(mayList("id == 'p'", query(), ['c', 'p', 'd'])).toBe(true);
    expect(mayList("id == 'q'", query(), ['c', 'p', 'd'])).toBe(false);
  });
});

describe('a list whose condition the query does not prove', () => {
  it.each([
    ['no filter', "resource.data.owner == 'a'", query()],
    ['an equality filter on another value', "resource.data.owner == 'a'", query(where('owner', '==', 'b'))],
    [
      'an in filter with one value that is not permitted',
      "resource.data.s in ['a', 'b']",
      query(where('s', 'in', ['a', 'z'])),
    ],
    [
      'an or with one value that is not permitted',
      "resource.data.s in ['a', 'b']",
      query(or(where('s', '==', 'a'), where('s', '==', 'z'))),
    ],
    [
      'an or of filters on different fields',
      "resource.data.s == 'a'",
      query(or(where('s', '==', 'a'), where('t', '==', 1))),
    ],
    [
      'an array-contains filter and an equality condition',
      "resource.data.m == ['a']",
      query(where('m', 'array-contains', 'a')),
    ],
    [
      'an array-contains-any filter on two values',
      "'a' in resource.data.m",
      query(where('m', 'array-contains-any', ['a', 'b'])),
    ],
    ['a range filter that is too wide', 'resource.data.n > 5', query(where('n', '>', 3))],
    [
      'a range filter that is too wide and a negated condition',
      '!(resource.data.n <= 5)',
      query(where('n', '>', 3)),
    ],
    ['a range filter that includes the excluded bound', 'resource.data.n > 5', query(where('n', '>=', 5))],
    [
      'two range filters and an equality condition',
      'resource.data.n == 5',
      query(and(where('n', '>=', 5), where('n', '<=', 5))),
    ],
    [
      'an array-contains filter on an element that hasAny does not list',
      "resource.data.m.hasAny(['b'])",
      query(where('m', 'array-contains', 'a')),
    ],
    [
      'an array-contains-any filter on an element that hasAny does not list',
      "resource.data.m.hasAny(['a'])",
      query(where('m', 'array-contains-any', ['a', 'b'])),
    ],
    [
      'an array-contains filter and a negated hasAny',
      "!resource.data.m.hasAny(['b'])",
      query(where('m', 'array-contains', 'a')),
    ],
    [
      'an array-contains filter and hasAll',
      "resource.data.m.hasAll(['a'])",
      query(where('m', 'array-contains', 'a')),
    ],
    // In the official emulator, a range of values that rules cannot order implies nothing.
    [
      'a range filter on booleans and a comparison with null',
      'resource.data.n != null',
      query(where('n', '<=', true)),
    ],
    [
      'an or with a range filter on booleans, and a comparison with null',
      'resource.data.n != null',
      query(or(where('n', '==', 1), where('n', '<', true))),
    ],
    [
      'an array-contains filter on null',
      'null in resource.data.m',
      query(where('m', 'array-contains', null)),
    ],
    [
      'an array-contains-any filter on null and hasAny',
      'resource.data.m.hasAny([null])',
      query(where('m', 'array-contains-any', [null])),
    ],
    // The official emulator never treats a comparison as refuted.
    ['a negated condition that it refutes', '!(resource.data.n < 5)', query(where('n', '>', 10))],
    [
      'a range filter that excludes all values of a type',
      "resource.data.n != 'a'",
      query(where('n', '>', 1)),
    ],
    [
      'an array-contains filter that excludes a value',
      "resource.data.m != 'a'",
      query(where('m', 'array-contains', 'a')),
    ],
    [
      'a field without an equality filter in a set',
      '[resource.data.n].toSet().size() == 1',
      query(where('n', '>', 1)),
    ],
    [
      'a field without an equality filter in a diff',
      "resource.data.diff({'n': 5}).affectedKeys().size() == 1",
      query(where('n', '>', 5)),
    ],
    [
      'a field without an equality filter and a set',
      '!(resource.data.n in [1].toSet())',
      query(where('n', '>', 5)),
    ],
    ['a not-equal filter on another value', 'resource.data.n != 5', query(where('n', '!=', 6))],
    ['a range filter on another type', "resource.data.n > 'a'", query(where('n', '>', 3))],
    [
      'a negated in that the filter does not determine',
      '!(resource.data.n in [1])',
      query(where('n', '>', 0)),
    ],
    [
      'an equality and another filter, which exclude each other, and a condition on another type',
      'resource.data.n != 1',
      query(and(where('n', '>=', 1), where('n', '==', true))),
    ],
    [
      'an equality and another filter, and a type test',
      'resource.data.n is int',
      query(and(where('n', '==', 1), where('n', '>', 0))),
    ],
    [
      'an equality filter with null, which matches nothing',
      'resource.data.n == null',
      query(where('n', '==', null)),
    ],
    [
      'an equality filter with NaN, which matches nothing',
      'resource.data.n != 1',
      query(where('n', '==', Number.NaN)),
    ],
    ['no limit where one is required', 'request.query.limit <= 10', query()],
    ['a limit that is too large', 'request.query.limit <= 10', query(undefined, { limit: 11 })],
    [
      'a document lookup by a field without an equality filter',
      'exists(/databases/$(database)/documents/acl/$(resource.data.o))',
      query(where('o', '>', 'o')),
    ],
    ['a condition on the document id', "id != 'x'", query()],
    [
      'a method call on a field without an equality filter',
      'resource.data.m.size() > 0',
      query(where('m', 'array-contains', 'a')),
    ],
    [
      'a type test of a field without an equality filter',
      'resource.data.n is int',
      query(where('n', '>', 3)),
    ],
  ])('is denied with %s', (_name, condition, structuredQuery) => {
    expect(mayList(condition, structuredQuery)).toBe(false);
  });

  it('is denied with the messages of the official emulator', () => {
    const messageOf = (condition: string, structuredQuery: StructuredQuery): string =>
      testRuleset(`match /c/{id} { allow list: if ${condition}; }`).authorize(
        testRequest({ method: 'list', path: ['c'], query: structuredQuery }),
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

  it('is explained by what filters other than equality can prove', () => {
    const decision = testRuleset("match /c/{id} { allow list: if resource.data.m.hasAll(['a']); }").authorize(
      testRequest({ method: 'list', path: ['c'], query: query(where('m', 'array-contains', 'a')) }),
      documentAccess(),
    );
    expect(decision.message).toContain('Function not found error: Name: [hasAll].');
    expect(decision.explain().summary).toContain(
      '[only an equality filter fixes the value of a field; other filters prove comparisons, `in` and hasAny()]',
    );
  });

  it('is denied when the query has more than 100 disjuncts', () => {
    const many = or(...Array.from({ length: 11 }, (_, i) => where('s', '==', i)));
    expect(mayList('true', query(and(many, many)))).toBe(false);
  });
});

describe('a filter on __name__', () => {
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

  it('determines the id of the document and resource.id', () => {
    expect(mayList("id == 'x' && resource.id == 'x'", named('==', ['x']))).toBe(true);
    expect(mayList("id in ['x', 'y']", named('in', ['x', 'y']))).toBe(true);
    expect(mayList("id == 'x'", named('in', ['x', 'y']))).toBe(false);
  });
});

describe('a collection group query', () => {
  const mayListGroup = (members: string, path = ['items']): boolean => {
    const ruleset = testRuleset(members);
    return ruleset.authorize(
      testRequest({ method: 'list', path, collectionGroup: true, query: query() }),
      documentAccess(),
    ).allowed;
  };

  it('is granted only by a match path with a recursive wildcard before the collection', () => {
    expect(mayListGroup('match /{path=**}/items/{id} { allow list; }')).toBe(true);
    expect(mayListGroup('match /{path=**} { allow list; }')).toBe(true);
    expect(mayListGroup('match /items/{id} { allow list; }')).toBe(false);
    expect(mayListGroup('match /a/{b}/items/{id} { allow list; }')).toBe(false);
    expect(mayListGroup('match /a/{path=**}/items/{id} { allow list; }')).toBe(false);
    expect(mayListGroup('match /{path=**}/others/{id} { allow list; }')).toBe(false);
  });

  it('is granted below a document by a match path that contains the path of that document', () => {
    expect(
      mayListGroup('match /a/{b}/{path=**}/items/{id} { allow list: if b == "x"; }', ['a', 'x', 'items']),
    ).toBe(true);
  });

  it('does not determine the value of the recursive wildcard', () => {
    expect(mayListGroup("match /{path=**}/items/{id} { allow list: if path[0] == 'a'; }")).toBe(false);
    expect(mayListGroup('match /{path=**}/items/{id} { allow list: if path != /a/b; }')).toBe(false);
  });
});
