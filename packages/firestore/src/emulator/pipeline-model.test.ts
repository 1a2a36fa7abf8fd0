// Compares random pipelines of where, sort, offset and limit with the equivalent StructuredQuery,
// and grouped aggregates with a naive model. SAVEPOINT_DEEP multiplies the number of cases.

import { create } from '@bufbuild/protobuf';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { FieldValue } from '../core/value.ts';
import { toValue } from '../core/value-message.ts';
import { equalValues } from '../core/value-order.ts';
import { OWNER } from '../database/access-control.ts';
import { executePipeline } from '../database/execute-pipeline.ts';
import type { Value } from '../gen/google/firestore/v1/document_pb.js';
import {
  StructuredQuery_CompositeFilter_Operator as CompositeOp,
  StructuredQuery_Direction as Direction,
  StructuredQuery_FieldFilter_Operator as Op,
  StructuredQuery_FilterSchema,
  StructuredQuerySchema,
} from '../gen/google/firestore/v1/query_pb.js';
import { compilePipeline } from '../pipeline/compile-pipeline.ts';
import {
  call,
  field,
  fields,
  mapOf,
  ordering,
  pipelineOf,
  reference,
  stage,
} from '../pipeline/messages.test-support.ts';
import type { Row } from '../pipeline/row.ts';
import { type Aggregation, aggregate, queryOfAggregations } from '../query/aggregation.ts';
import { parseQuery } from '../query/parse-query.ts';
import { FirestoreEmulator } from './firestore-emulator.ts';

const RUNS = 100 * Number(process.env.SAVEPOINT_DEEP ?? 1);
const NAME = 'projects/p/databases/(default)';

const scalar: fc.Arbitrary<FieldValue> = fc.constantFrom<FieldValue>(
  null,
  true,
  false,
  Number.NaN,
  -0,
  0n,
  0.5,
  1n,
  1,
  2n,
  'a',
  'ab',
  '\u{1F600}',
);
const value = fc.oneof(
  { weight: 4, arbitrary: scalar },
  { weight: 1, arbitrary: fc.array(scalar, { maxLength: 3 }) },
);
const documents = fc.array(fc.record({ a: value, b: value }, { requiredKeys: [] }), { maxLength: 12 });
type Documents = readonly { readonly a?: FieldValue; readonly b?: FieldValue }[];

const FUNCTIONS = new Map<Op, string>([
  [Op.EQUAL, 'equal'],
  [Op.NOT_EQUAL, 'not_equal'],
  [Op.LESS_THAN, 'less_than'],
  [Op.LESS_THAN_OR_EQUAL, 'less_than_or_equal'],
  [Op.GREATER_THAN, 'greater_than'],
  [Op.GREATER_THAN_OR_EQUAL, 'greater_than_or_equal'],
  [Op.ARRAY_CONTAINS, 'array_contains'],
]);

/**
 * Operands on which queries and pipelines agree: a query never finds null and NaN by order or in an
 * array.
 */
const operand = scalar.filter((each) => each !== null && !Number.isNaN(each));
const filter = fc.record({
  name: fc.constantFrom('a', 'b'),
  op: fc.constantFrom(...FUNCTIONS.keys()),
  operand,
});
const query = fc.record({
  // A query may have one filter on array elements, and one negative filter.
  filters: fc
    .array(filter, { maxLength: 3 })
    .filter((filters) =>
      [Op.ARRAY_CONTAINS, Op.NOT_EQUAL].every(
        (single) => filters.filter(({ op }) => op === single).length < 2,
      ),
    ),
  isDisjunction: fc.boolean(),
  orders: fc.uniqueArray(fc.record({ name: fc.constantFrom('a', 'b'), descending: fc.boolean() }), {
    selector: ({ name }) => name,
    maxLength: 2,
  }),
  offset: fc.integer({ min: 0, max: 3 }),
  limit: fc.integer({ min: 0, max: 8 }),
});
type GeneratedQuery = typeof query extends fc.Arbitrary<infer T> ? T : never;

async function databaseOf(generated: Documents) {
  const database = new FirestoreEmulator({ edition: 'enterprise' }).database(NAME);
  const mutations = generated.map((each, index) => ({
    kind: 'update' as const,
    path: `c/d${String(index).padStart(2, '0')}`,
    fields: fields(each as { readonly [name: string]: FieldValue }),
    mask: undefined,
    transforms: [],
    precondition: undefined,
  }));
  await database.commit(mutations, OWNER);
  return database;
}

/** The query as a StructuredQuery. */
function structuredQuery({ filters, isDisjunction, orders, offset, limit }: GeneratedQuery) {
  const members = filters.map(({ name, op, operand: each }) =>
    create(StructuredQuery_FilterSchema, {
      filterType: { case: 'fieldFilter', value: { field: { fieldPath: name }, op, value: toValue(each) } },
    }),
  );
  const where = create(StructuredQuery_FilterSchema, {
    filterType: {
      case: 'compositeFilter',
      value: { op: isDisjunction ? CompositeOp.OR : CompositeOp.AND, filters: members },
    },
  });
  return create(StructuredQuerySchema, {
    from: [{ collectionId: 'c' }],
    offset,
    limit,
    orderBy: orders.map(({ name, descending }) => ({
      field: { fieldPath: name },
      direction: descending ? Direction.DESCENDING : Direction.ASCENDING,
    })),
    ...(members.length > 0 ? { where } : {}),
  });
}

/** The equivalent pipeline: everything that a query does implicitly is made explicit. */
function equivalentPipeline(
  { filters, isDisjunction, limit, offset }: GeneratedQuery,
  parsed: ReturnType<typeof parseQuery>,
) {
  const conditions = filters.map(({ name, op, operand: each }) => {
    const condition = call(FUNCTIONS.get(op) as string, field(name), each);
    if (op !== Op.NOT_EQUAL) return condition;
    // A query skips documents in which the field is missing or null.
    return call('and', condition, call('exists', field(name)), call('not_equal', field(name), null));
  });
  const orders = parsed.orderBy.map(({ path, descending }) => ({
    expression: field(path?.join('.') ?? '__name__'),
    descending,
  }));
  const existing = orders.map(({ expression }) => call('exists', expression));
  const wanted: Value[] = conditions.length > 0 ? [call(isDisjunction ? 'or' : 'and', ...conditions)] : [];
  return pipelineOf(
    stage('collection', [reference('/c')]),
    stage('where', [call('and', ...wanted, ...existing)]),
    stage(
      'sort',
      orders.map(({ expression, descending }) =>
        ordering(expression, descending ? 'descending' : 'ascending'),
      ),
    ),
    stage('offset', [BigInt(offset)]),
    stage('limit', [BigInt(limit)]),
  );
}

const idOf = (row: Row) => row.name?.name.slice(`${NAME}/documents/`.length);

it('finds the same documents in the same order as the equivalent query', async () => {
  let found = 0;
  await fc.assert(
    fc.asyncProperty(documents, query, async (generated, each) => {
      const database = await databaseOf(generated);
      const message = structuredQuery(each);
      const parsed = parseQuery(message, NAME, '');
      const snapshot = database.resolveConsistency({ kind: 'current' });
      const expected = database.runQuery(parsed, message, snapshot, OWNER).documents.map(({ path }) => path);
      const compiled = compilePipeline(equivalentPipeline(each, parsed), NAME);
      const rows = await executePipeline(database, compiled, snapshot, OWNER, true);
      expect(rows.map(idOf)).toEqual(expected);
      found += expected.length;
    }),
    { numRuns: RUNS },
  );
  expect(found).toBeGreaterThan(0);
});

it('groups and aggregates like a model that compares each document with each group', async () => {
  await fc.assert(
    fc.asyncProperty(documents, async (generated) => {
      const database = await databaseOf(generated);
      const accumulators = mapOf({
        rows: call('count'),
        numbers: call('count', field('b')),
        least: call('minimum', field('b')),
        last: call('last', field('b')),
        all: call('array_agg', field('b')),
      });
      const compiled = compilePipeline(
        pipelineOf(
          stage('collection', [reference('/c')]),
          stage('aggregate', [accumulators, mapOf({ a: field('a') })]),
        ),
        NAME,
      );
      const rows = await executePipeline(
        database,
        compiled,
        database.resolveConsistency({ kind: 'current' }),
        OWNER,
        true,
      );
      const groups = modelGroups(generated);
      expect(rows.map(({ fields: row }) => row.rows)).toEqual(
        groups.map(({ members }) => BigInt(members.length)),
      );
      for (const [index, { members }] of groups.entries()) {
        const values = members.map(({ b }) => b ?? null);
        const present = values.filter((each) => each !== null);
        const row = rows[index]?.fields;
        expect(row?.all).toEqual(values);
        expect(row?.last).toEqual(values.at(-1));
        expect(row?.numbers).toEqual(BigInt(present.length));
        expect(present.every((each) => !precedes(each, row?.least))).toBe(true);
      }
    }),
    { numRuns: RUNS },
  );
});

it('counts, sums and averages like the equivalent aggregation query', async () => {
  const integer = fc.constantFrom<FieldValue>(2n ** 63n - 1n, -(2n ** 63n), 1n, 'a', 0.5);
  const record = fc.record({ b: fc.oneof(value, integer) }, { requiredKeys: [] });
  await fc.assert(
    fc.asyncProperty(fc.array(record, { maxLength: 8 }), async (generated) => {
      const database = await databaseOf(generated);
      const message = create(StructuredQuerySchema, { from: [{ collectionId: 'c' }] });
      const aggregations: readonly Aggregation[] = [
        { alias: 'count', kind: 'count', upTo: undefined },
        { alias: 'sum', kind: 'sum', path: ['b'] },
        { alias: 'average', kind: 'avg', path: ['b'] },
      ];
      const parsed = queryOfAggregations(parseQuery(message, NAME, ''), message, aggregations);
      const snapshot = database.resolveConsistency({ kind: 'current' });
      const expected = aggregate(
        aggregations,
        parsed,
        database.matchingDocuments(parsed, message, snapshot, OWNER),
      );
      const accumulators = mapOf({
        count: call('count'),
        sum: call('sum', field('b')),
        average: call('average', field('b')),
      });
      const compiled = compilePipeline(
        pipelineOf(
          stage('collection', [reference('/c')]),
          // An aggregation query skips documents that lack a field to sum.
          stage('where', [call('exists', field('b'))]),
          stage('aggregate', [accumulators, mapOf({})]),
        ),
        NAME,
      );
      const [row] = await executePipeline(database, compiled, snapshot, OWNER, true);
      expect({ ...row?.fields }).toEqual(Object.fromEntries(expected));
    }),
    { numRuns: RUNS },
  );
});

/** The groups in the order of their first documents. ABSENT and null are one group. */
function modelGroups(generated: Documents) {
  const groups: { readonly key: FieldValue; readonly members: Documents[number][] }[] = [];
  for (const each of generated) {
    const value = each.a ?? null;
    const group = groups.find(({ key }) => equalValues(key, value));
    if (group) group.members.push(each);
    else groups.push({ key: value, members: [each] });
  }
  return groups;
}

/** True if both are numbers and `left` is less. */
function precedes(left: FieldValue, right: FieldValue | undefined): boolean {
  const isNumeric = (each: FieldValue | undefined) => typeof each === 'number' || typeof each === 'bigint';
  return isNumeric(left) && isNumeric(right) && (left as number) < (right as number);
}
