import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { StatusCode } from '../core/rpc-error.ts';
import { Fields, type FieldValue, ReferenceValue, VectorValue } from '../core/value.ts';
import { fromValue, toValue } from '../core/value-message.ts';
import { OWNER } from '../database/access-control.ts';
import { FirestoreEmulator } from '../emulator/firestore-emulator.ts';
import { RunAggregationQueryRequestSchema } from '../gen/google/firestore/v1/firestore_pb.js';
import {
  StructuredQuery_CompositeFilter_Operator as CompositeOp,
  StructuredQuery_Direction as Direction,
  StructuredQuery_FindNearest_DistanceMeasure as Measure,
  StructuredQuery_FieldFilter_Operator as Op,
  type StructuredAggregationQuery_AggregationSchema,
  type StructuredQuerySchema,
} from '../gen/google/firestore/v1/query_pb.js';
import type { CallContext } from './firestore-service.ts';
import { runAggregationQuery } from './run-query.ts';

type QueryInit = MessageInitShape<typeof StructuredQuerySchema>;
type AggregationInit = MessageInitShape<typeof StructuredAggregationQuery_AggregationSchema>;

const DATABASE = 'projects/p/databases/d';
const CALL: CallContext = {
  authorization: 'Bearer owner',
  databaseName: undefined,
  signal: new AbortController().signal,
  transport: 'grpc',
};
const DOCUMENTS: { [id: string]: { [field: string]: FieldValue } } = {
  a: { x: 1n, y: 1n, v: new VectorValue([5, 5]) },
  b: { x: 2n, y: null },
  c: { x: 2n, y: 7n, v: new VectorValue([1, 2]) },
  d: { x: 9n, y: 2n },
  e: { x: 0n, y: 2n },
  f: { x: 4n, y: 2n },
  g: { y: 0n },
};

let emulator: FirestoreEmulator;
beforeEach(async () => {
  emulator = new FirestoreEmulator({});
  const writes = Object.entries(DOCUMENTS).map(([id, fields]) => ({
    kind: 'update' as const,
    path: `c/${id}`,
    fields: Object.assign(new Fields(), fields),
    mask: undefined,
    transforms: [],
    precondition: undefined,
  }));
  await emulator.database(DATABASE).commit(writes, OWNER);
});
afterEach(() => emulator.close());

const sum = (fieldPath: string, alias = 's'): AggregationInit => ({
  alias,
  operator: { case: 'sum', value: { field: { fieldPath } } },
});
const count: AggregationInit = { alias: 'n', operator: { case: 'count', value: {} } };
const order = (fieldPath: string, direction = Direction.ASCENDING) => ({ field: { fieldPath }, direction });
const where = (fieldPath: string, op: Op, value: FieldValue): NonNullable<QueryInit['where']> => ({
  filterType: { case: 'fieldFilter', value: { field: { fieldPath }, op, value: toValue(value) } },
});
const key = (path: string) => new ReferenceValue(`${DATABASE}/documents/${path}`);

/** The aggregates of collection c, by alias. */
async function aggregates(query: QueryInit, aggregations: AggregationInit[], parent = '') {
  const request = create(RunAggregationQueryRequestSchema, {
    parent: `${DATABASE}/documents${parent}`,
    queryType: {
      case: 'structuredAggregationQuery',
      value: {
        queryType: { case: 'structuredQuery', value: { from: [{ collectionId: 'c' }], ...query } },
        aggregations,
      },
    },
  });
  for await (const { result } of runAggregationQuery(emulator, request, CALL)) {
    const fields = Object.entries(result?.aggregateFields ?? {});
    return Object.fromEntries(fields.map(([alias, value]) => [alias, fromValue(value)]));
  }
  throw new Error('There was no response.');
}

describe('runAggregationQuery', () => {
  it('does not count documents that lack a field to sum, even if another aggregation is a count', async () => {
    expect(await aggregates({}, [count])).toEqual({ n: 7n });
    expect(await aggregates({}, [sum('x'), count])).toEqual({ s: 18n, n: 6n });
  });

  // The expected sums are those of Google's emulator.
  it.each<[string, QueryInit, string[], FieldValue[]]>([
    ['the least values of the field', { limit: 2 }, ['x'], [1n]],
    ['the least values of the first of two fields by name', { limit: 2 }, ['y', 'x'], [3n, 1n]],
    [
      'the least values of the field among equal filtered documents',
      { where: where('y', Op.EQUAL, 2n), limit: 1 },
      ['x'],
      [0n],
    ],
    [
      'the first documents of the explicit order, then the least values',
      { orderBy: [order('y')], limit: 4 },
      ['x'],
      [7n],
    ],
    [
      'the greatest values where the explicit order descends',
      { orderBy: [order('y', Direction.DESCENDING)], limit: 2 },
      ['x'],
      [11n],
    ],
    [
      'the documents of an inequality, in its order',
      { where: where('y', Op.LESS_THAN_OR_EQUAL, 2n), limit: 2 },
      ['x'],
      [1n],
    ],
    ['the documents after an offset', { offset: 3 }, ['x'], [15n]],
  ])('sums %s', async (_, query, fields, sums) => {
    const result = await aggregates(
      query,
      fields.map((field) => sum(field, field)),
    );
    expect(fields.map((field) => result[field])).toEqual(sums);
  });

  it('aggregates the results of a nearest-neighbor search', async () => {
    const findNearest = {
      vectorField: { fieldPath: 'v' },
      queryVector: toValue(new VectorValue([1, 1])),
      distanceMeasure: Measure.EUCLIDEAN,
      limit: 1,
    };
    expect(await aggregates({ findNearest }, [sum('x'), count])).toEqual({ s: 2n, n: 1n });
  });

  const AFTER_NAME = 'requires an index that has fields [x] after __name__';
  it.each<[string, QueryInit, AggregationInit, string]>([
    ['of the document name', {}, sum('__name__'), 'not supported for __name__'],
    ['of a reserved name', {}, sum('__x__'), 'reserved name'],
    ['with a reserved alias', {}, { ...sum('x'), alias: '__n__' }, 'reserved'],
    ['with an alias of more than 1,500 bytes', {}, sum('x', 'a'.repeat(1501)), '1500 bytes'],
    [
      'of a field outside the projection',
      { select: { fields: [{ fieldPath: 'y' }] } },
      sum('x'),
      'property x is not present',
    ],
    [
      'of a field of the projection',
      { select: { fields: [{ fieldPath: 'x' }] } },
      sum('x'),
      'Cannot apply property masks',
    ],
    ['in the order of names', { orderBy: [order('__name__')] }, sum('x'), AFTER_NAME],
    [
      'in an order that ends with the name',
      { orderBy: [order('y'), order('__name__')] },
      sum('x'),
      AFTER_NAME,
    ],
    [
      'of an equal field in the order of names',
      { where: where('x', Op.EQUAL, 2n), orderBy: [order('__name__')] },
      sum('x'),
      AFTER_NAME,
    ],
    ['of one document by its name', { where: where('__name__', Op.EQUAL, key('c/a')) }, sum('x'), AFTER_NAME],
    ['of a range of names', { where: where('__name__', Op.GREATER_THAN, key('c/a')) }, sum('x'), AFTER_NAME],
    [
      'from a cursor on the name',
      { orderBy: [order('__name__')], startAt: { before: true, values: [toValue(key('c/b'))] } },
      sum('x'),
      AFTER_NAME,
    ],
  ])('refuses a sum %s', async (_, query, aggregation, message) => {
    await expect(aggregates(query, [aggregation])).rejects.toThrow(message);
  });

  it('refuses a sum over the descendants of a document, and counts them', async () => {
    const from = [{ collectionId: 'c', allDescendants: true }];
    await expect(aggregates({ from }, [sum('x')], '/c/a')).rejects.toThrow(AFTER_NAME);
    expect(await aggregates({ from }, [count], '/c/a')).toEqual({ n: 0n });
  });

  it("refuses a sum of names with the sum's error code, in a query that needs an impossible index", async () => {
    const query: QueryInit = {
      from: [{ collectionId: 'c', allDescendants: true }],
      orderBy: [order('__name__', Direction.DESCENDING)],
    };
    await expect(aggregates(query, [count], '/c/a')).rejects.toMatchObject({
      code: StatusCode.FAILED_PRECONDITION,
    });
    await expect(aggregates(query, [sum('__name__')], '/c/a')).rejects.toMatchObject({
      code: StatusCode.INVALID_ARGUMENT,
    });
  });

  it('sums a range of names in an explicit order by the summed field, and counts in name order', async () => {
    const range = where('__name__', Op.GREATER_THAN, key('c/a'));
    expect(await aggregates({ where: range, orderBy: [order('x')] }, [sum('x')])).toEqual({ s: 17n });
    const both = {
      filterType: {
        case: 'compositeFilter' as const,
        value: { op: CompositeOp.AND, filters: [range, where('x', Op.GREATER_THAN, 2n)] },
      },
    };
    expect(await aggregates({ where: both }, [sum('x')])).toEqual({ s: 13n });
    expect(await aggregates({ orderBy: [order('__name__')] }, [count])).toEqual({ n: 7n });
  });
});
