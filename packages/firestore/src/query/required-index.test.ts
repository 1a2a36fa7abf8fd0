import { create } from '@bufbuild/protobuf';
import { describe, expect, it } from 'vitest';
import { RpcError, StatusCode } from '../core/rpc-error.ts';
import type { FieldValue } from '../core/value.ts';
import { toValue } from '../core/value-message.ts';
import {
  StructuredQuery_CompositeFilter_Operator as CompositeOp,
  StructuredQuery_FieldFilter_Operator as Op,
  StructuredQuerySchema,
} from '../gen/google/firestore/v1/query_pb.js';
import { parseIndexDefinitions } from './index-definitions.ts';
import { parseQuery } from './parse-query.ts';
import { checkIndexes } from './required-index.ts';

type Where = [field: string, op: Op, value: FieldValue];
type By = [field: string, direction: 'asc' | 'desc'];

/** The index declaration in the error message for a query; null if no index is missing. */
function missingIndex(wheres: Where[], bys: By[], declared: object = {}, group = false): unknown {
  const filters = wheres.map(([fieldPath, op, value]) => ({
    filterType: { case: 'fieldFilter' as const, value: { field: { fieldPath }, op, value: toValue(value) } },
  }));
  const message = create(StructuredQuerySchema, {
    from: [{ collectionId: 'posts', allDescendants: group }],
    ...(filters.length > 0
      ? {
          where: {
            filterType: { case: 'compositeFilter' as const, value: { op: CompositeOp.AND, filters } },
          },
        }
      : {}),
    orderBy: bys.map(([fieldPath, direction]) => ({
      field: { fieldPath },
      direction: direction === 'asc' ? 1 : 2,
    })),
  });
  const query = parseQuery(message, 'projects/p/databases/d', '');
  try {
    checkIndexes(query, parseIndexDefinitions(JSON.stringify(declared)), 'projects/p/databases/d');
    return null;
  } catch (error) {
    if (!(error instanceof RpcError) || error.code !== StatusCode.FAILED_PRECONDITION) throw error;
    expect(error.message).toMatch(/^The query requires an? .*index/);
    return JSON.parse(error.message.slice(error.message.indexOf('{')));
  }
}

const asc = (fieldPath: string) => ({ fieldPath, order: 'ASCENDING' });
const desc = (fieldPath: string) => ({ fieldPath, order: 'DESCENDING' });
const index = (...fields: object[]) => ({ collectionGroup: 'posts', queryScope: 'COLLECTION', fields });

describe('automatic indexes', () => {
  it.each<[string, Where[], By[]]>([
    ['neither filter nor order', [], []],
    ['one order', [], [['a', 'desc']]],
    ['one range', [['a', Op.GREATER_THAN, 1n]], []],
    [
      'two equalities',
      [
        ['a', Op.EQUAL, 1n],
        ['b', Op.EQUAL, 2n],
      ],
      [],
    ],
    [
      'an equality and an array-contains filter',
      [
        ['a', Op.EQUAL, 1n],
        ['t', Op.ARRAY_CONTAINS, 'x'],
      ],
      [],
    ],
    ['an order on a field that an equality fixes', [['a', Op.EQUAL, 1n]], [['a', 'asc']]],
  ])('serve a query with %s', (_, wheres, bys) => {
    expect(missingIndex(wheres, bys)).toBeNull();
  });
});

describe('composite indexes', () => {
  it('are requested in the field order of the query when they are missing', () => {
    expect(missingIndex([['a', Op.EQUAL, 1n]], [['b', 'desc']])).toEqual(index(asc('a'), desc('b')));
    expect(missingIndex([['t', Op.ARRAY_CONTAINS, 'x']], [['b', 'asc']])).toEqual(
      index({ fieldPath: 't', arrayConfig: 'CONTAINS' }, asc('b')),
    );
    expect(
      missingIndex(
        [],
        [
          ['a', 'asc'],
          ['b', 'desc'],
        ],
      ),
    ).toEqual(index(asc('a'), desc('b')));
    expect(
      missingIndex(
        [
          ['a', Op.GREATER_THAN, 1n],
          ['b', Op.LESS_THAN, 2n],
        ],
        [],
      ),
    ).toEqual(index(asc('a'), asc('b')));
  });

  it('satisfy the query once they are declared as in its error message', () => {
    for (const [wheres, bys] of [
      [[['a', Op.EQUAL, 1n]], [['b', 'desc']]],
      [
        [['a', Op.IN, [1n, 2n]]],
        [
          ['b', 'asc'],
          ['c', 'desc'],
        ],
      ],
    ] as [Where[], By[]][]) {
      expect(missingIndex(wheres, bys, { indexes: [missingIndex(wheres, bys)] })).toBeNull();
    }
  });

  it('serve the declared order and its reverse, but not an order with one direction changed', () => {
    const declared = { indexes: [index(asc('a'), desc('b'))] };
    expect(
      missingIndex(
        [],
        [
          ['a', 'desc'],
          ['b', 'asc'],
        ],
        declared,
      ),
    ).toBeNull();
    expect(
      missingIndex(
        [],
        [
          ['a', 'asc'],
          ['b', 'asc'],
        ],
        declared,
      ),
    ).not.toBeNull();
  });

  it('are merged if they end in the same order', () => {
    const declared = { indexes: [index(asc('a'), asc('n')), index(asc('b'), asc('n'))] };
    expect(
      missingIndex(
        [
          ['a', Op.EQUAL, 1n],
          ['b', Op.EQUAL, 1n],
        ],
        [['n', 'asc']],
        declared,
      ),
    ).toBeNull();
    expect(
      missingIndex(
        [
          ['a', Op.EQUAL, 1n],
          ['c', Op.EQUAL, 1n],
        ],
        [['n', 'asc']],
        declared,
      ),
    ).not.toBeNull();
  });
});

describe('an order by the document name', () => {
  const nameDescending = { indexes: [index(desc('__name__'))] };
  it('requires a composite index if it only descends, and the declaration in its error message satisfies it', () => {
    expect(missingIndex([], [['__name__', 'desc']])).toEqual(index(desc('__name__')));
    expect(missingIndex([], [['__name__', 'desc']], nameDescending)).toBeNull();
    expect(missingIndex([], [['__name__', 'asc']])).toBeNull();
  });

  it("requires a composite index if its direction differs from the preceding field's", () => {
    const bys: By[] = [
      ['a', 'asc'],
      ['__name__', 'desc'],
    ];
    expect(missingIndex([], bys)).toEqual(index(asc('a'), desc('__name__')));
    expect(missingIndex([], bys, { indexes: [index(asc('a'), desc('__name__'))] })).toBeNull();
    expect(missingIndex([], bys, { indexes: [index(desc('a'), asc('__name__'))] })).toBeNull();
    expect(missingIndex([], bys, { indexes: [index(asc('a'), asc('b'), desc('__name__'))] })).not.toBeNull();
    expect(
      missingIndex(
        [],
        [
          ['a', 'desc'],
          ['__name__', 'desc'],
        ],
      ),
    ).toBeNull();
  });

  it('is served by the automatic index of a field with an equality filter, but not of one with array-contains', () => {
    expect(missingIndex([['a', Op.EQUAL, 1n]], [['__name__', 'desc']])).toBeNull();
    const declared = missingIndex([['t', Op.ARRAY_CONTAINS, 'x']], [['__name__', 'desc']]);
    expect(declared).toEqual(index({ fieldPath: 't', arrayConfig: 'CONTAINS' }, desc('__name__')));
    expect(
      missingIndex([['t', Op.ARRAY_CONTAINS, 'x']], [['__name__', 'desc']], { indexes: [declared] }),
    ).toBeNull();
  });

  it('may be part of a declaration in the implied direction', () => {
    const declared = { indexes: [index(asc('a'), desc('b'), desc('__name__'))] };
    expect(missingIndex([['a', Op.EQUAL, 1n]], [['b', 'desc']], declared)).toBeNull();
  });
});

describe('collection groups', () => {
  it('require a field override, because they have no automatic indexes', () => {
    expect(missingIndex([['a', Op.EQUAL, 1n]], [], {}, true)).toMatchObject({
      collectionGroup: 'posts',
      fieldPath: 'a',
    });
    const declared = { fieldOverrides: [missingIndex([['a', Op.EQUAL, 1n]], [], {}, true)] };
    expect(missingIndex([['a', Op.EQUAL, 1n]], [], declared, true)).toBeNull();
  });
});
