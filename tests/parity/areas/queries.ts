import fc from 'fast-check';
import { optional } from '../generators/optional.ts';
import { comparable, withoutUndefined } from '../generators/values.ts';
import {
  DOCUMENTS,
  documentsRequest,
  type JsonObject,
  type ParityCase,
  type Step,
  storeRequest,
} from '../parity-case.ts';

/**
 * Many queries of one case read the same documents, because storing them takes longer than a query.
 */
const MANY = { minLength: 1, maxLength: 64, size: 'max' } as const;
const PATHS = [
  'c/a',
  'c/b',
  'c/c',
  'c/d',
  'c/é',
  'c/__id7__',
  'c/__id-1__',
  'c/a/c/a',
  'c/a/c/b',
  'c/a/s/x',
  'd/a',
  'd/b/c/z',
];

const fields = fc.record(
  { a: comparable, b: comparable, m: comparable },
  { requiredKeys: [] },
) as fc.Arbitrary<JsonObject>;
const documents = fc.dictionary(fc.constantFrom(...PATHS), fields, { minKeys: 3, maxKeys: 12 });

const field = fc.oneof(
  { weight: 20, arbitrary: fc.constantFrom('a', 'b', 'm.x') },
  { weight: 3, arbitrary: fc.constant('__name__') },
  { weight: 1, arbitrary: fc.constantFrom('m', '`a`', 'é', '`é`', '', 'a.', '__a__') },
);
const reference = fc
  .constantFrom(...PATHS, 'c/zzz')
  .map((path): JsonObject => ({ referenceValue: `${DOCUMENTS}/${path}` }));
const operandFor = (fieldPath: string) =>
  fieldPath === '__name__' ? fc.oneof({ weight: 12, arbitrary: reference }, comparable) : comparable;
const arrayFor = (fieldPath: string) =>
  fc
    .array(operandFor(fieldPath), { minLength: 0, maxLength: 3 })
    .map((values): JsonObject => ({ arrayValue: { values } }));

const fieldFilter: fc.Arbitrary<JsonObject> = field.chain((fieldPath) =>
  fc
    .oneof(
      {
        weight: 8,
        arbitrary: fc.tuple(
          fc.constantFrom(
            'EQUAL',
            'LESS_THAN',
            'LESS_THAN_OR_EQUAL',
            'GREATER_THAN',
            'GREATER_THAN_OR_EQUAL',
            'NOT_EQUAL',
            'ARRAY_CONTAINS',
          ),
          operandFor(fieldPath),
        ),
      },
      {
        weight: 3,
        arbitrary: fc.tuple(fc.constantFrom('IN', 'NOT_IN', 'ARRAY_CONTAINS_ANY'), arrayFor(fieldPath)),
      },
      {
        weight: 1,
        arbitrary: fc.tuple(
          fc.constantFrom('IN', 'NOT_IN', 'ARRAY_CONTAINS_ANY', 'OPERATOR_UNSPECIFIED'),
          operandFor(fieldPath),
        ),
      },
    )
    .map(([op, value]): JsonObject => ({ fieldFilter: { field: { fieldPath }, op, value } })),
);
const unaryFilter: fc.Arbitrary<JsonObject> = fc
  .tuple(field, fc.constantFrom('IS_NULL', 'IS_NOT_NULL', 'IS_NAN', 'IS_NOT_NAN'))
  .map(([fieldPath, op]) => ({ unaryFilter: { field: { fieldPath }, op } }));
const leaf = fc.oneof({ weight: 6, arbitrary: fieldFilter }, { weight: 1, arbitrary: unaryFilter });
const compositeOf = (inner: fc.Arbitrary<JsonObject>, minLength: number): fc.Arbitrary<JsonObject> =>
  fc
    .tuple(fc.constantFrom('AND', 'AND', 'OR'), fc.array(inner, { minLength, maxLength: 3 }))
    .map(([op, filters]) => ({ compositeFilter: { op, filters } }));

/** A filter of a query. */
const filter: fc.Arbitrary<JsonObject> = fc.oneof(
  { weight: 5, arbitrary: leaf },
  { weight: 3, arbitrary: compositeOf(leaf, 1) },
  { weight: 1, arbitrary: compositeOf(fc.oneof(leaf, compositeOf(leaf, 1)), 0) },
);

const order: fc.Arbitrary<JsonObject> = fc
  .tuple(field, fc.constantFrom('ASCENDING', 'DESCENDING', undefined))
  .map(([fieldPath, direction]) => withoutUndefined({ field: { fieldPath }, direction }));
const cursor: fc.Arbitrary<JsonObject> = fc
  .record({
    values: fc.array(fc.oneof({ weight: 3, arbitrary: comparable }, reference), {
      minLength: 1,
      maxLength: 2,
    }),
    before: fc.constantFrom(true, false, undefined),
  })
  .map(withoutUndefined);
const from: fc.Arbitrary<readonly JsonObject[]> = fc.oneof(
  { weight: 8, arbitrary: fc.constant([{ collectionId: 'c' }]) },
  { weight: 3, arbitrary: fc.constant([{ collectionId: 'c', allDescendants: true }]) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<JsonObject[]>(
      [{ allDescendants: true }],
      [],
      [{ collectionId: 'c' }, { collectionId: 'd' }],
      [{ collectionId: '' }],
    ),
  },
);
const findNearest: fc.Arbitrary<JsonObject> = fc
  .record({
    vectorField: field.map((fieldPath) => ({ fieldPath })),
    queryVector: comparable,
    distanceMeasure: fc.constantFrom('EUCLIDEAN', 'COSINE', 'DOT_PRODUCT'),
    limit: fc.integer({ min: 0, max: 4 }),
    distanceResultField: fc.constantFrom('distance', undefined, 'a', 'a.b'),
    distanceThreshold: fc.constantFrom(undefined, undefined, 1, 0.5),
  })
  .map(withoutUndefined);

/** A structured query over the collections c and d. */
const structuredQuery: fc.Arbitrary<JsonObject> = fc
  .record({
    from,
    where: optional(filter, 75),
    orderBy: optional(fc.array(order, { minLength: 1, maxLength: 2 }), 50),
    select: optional(
      fc
        .array(field, { maxLength: 2 })
        .map((paths): JsonObject => ({ fields: paths.map((fieldPath) => ({ fieldPath })) })),
      15,
    ),
    startAt: optional(cursor, 20),
    endAt: optional(cursor, 20),
    offset: optional(fc.integer({ min: -1, max: 3 }), 15),
    limit: optional(fc.integer({ min: -1, max: 5 }), 30),
  })
  .map(withoutUndefined);
const nearestQuery: fc.Arbitrary<JsonObject> = fc
  .record({ from, where: optional(filter, 30), findNearest, limit: optional(fc.constant(2), 10) })
  .map(withoutUndefined);

const parent = fc.oneof({ weight: 8, arbitrary: fc.constant('') }, fc.constantFrom('/c/a', '/c/zzz', '/c'));

const runQuery: fc.Arbitrary<Step> = fc
  .tuple(parent, fc.oneof({ weight: 12, arbitrary: structuredQuery }, nearestQuery))
  .map(([path, query]) => documentsRequest(`${path}:runQuery`, { structuredQuery: query }));

/** Queries over values of all types: filters, orders, cursors, limits, projections, vectors. */
export const queryCases: fc.Arbitrary<ParityCase> = fc
  .tuple(documents, fc.array(runQuery, MANY))
  .map(([stored, queries]) => ({ area: 'queries', setup: 1, steps: [storeRequest(stored), ...queries] }));

const aggregation: fc.Arbitrary<JsonObject> = fc
  .tuple(
    fc.oneof<fc.Arbitrary<JsonObject>[]>(
      fc.constantFrom<JsonObject>({ count: {} }, { count: { upTo: '2' } }, { count: { upTo: '0' } }),
      field.map((fieldPath) => ({ sum: { field: { fieldPath } } })),
      field.map((fieldPath) => ({ avg: { field: { fieldPath } } })),
    ),
    fc.constantFrom('n', undefined, 'é', '__n__', 'a b', '0'),
  )
  .map(([operation, alias]) => withoutUndefined({ ...operation, alias }));
const runAggregation: fc.Arbitrary<Step> = fc
  .tuple(parent, structuredQuery, fc.array(aggregation, { minLength: 1, maxLength: 3 }))
  .map(([path, query, aggregations]) =>
    documentsRequest(`${path}:runAggregationQuery`, {
      structuredAggregationQuery: { structuredQuery: query, aggregations },
    }),
  );

/** Aggregations over values of all types. */
export const aggregationCases: fc.Arbitrary<ParityCase> = fc
  .tuple(documents, fc.array(runAggregation, MANY))
  .map(([stored, queries]) => ({
    area: 'aggregations',
    setup: 1,
    steps: [storeRequest(stored), ...queries],
  }));
