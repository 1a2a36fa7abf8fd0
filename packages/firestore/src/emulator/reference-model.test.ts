// Model-based test: random histories of writes, queries and listeners run against the database and
// the reference model. SAVEPOINT_DEEP multiplies the number of histories.

import { create } from '@bufbuild/protobuf';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RpcError } from '../core/rpc-error.ts';
import { Fields, type FieldValue, TimestampValue } from '../core/value.ts';
import { fromFields, toFields, toValue } from '../core/value-message.ts';
import { OWNER } from '../database/access-control.ts';
import type { Mutation } from '../database/mutation.ts';
import {
  ListenRequestSchema,
  type ListenResponse,
  TargetSchema,
} from '../gen/google/firestore/v1/firestore_pb.js';
import {
  StructuredQuery_CompositeFilter_Operator as CompositeOp,
  CursorSchema,
  StructuredQuery_FieldFilter_Operator as Op,
  type StructuredQuery,
  StructuredQuerySchema,
} from '../gen/google/firestore/v1/query_pb.js';
import { ListenStream } from '../listen/listen-stream.ts';
import { parseQuery } from '../query/parse-query.ts';
import { FirestoreEmulator } from './firestore-emulator.ts';
import { type ModelDocuments, type ModelFilter, type ModelQuery, runModelQuery } from './reference-model.ts';

const RUNS = 100 * Number(process.env.SAVEPOINT_DEEP ?? 1);
const DATABASE = 'projects/demo/databases/(default)';

const scalar: fc.Arbitrary<FieldValue> = fc.oneof(
  fc.constantFrom<FieldValue>(
    null,
    true,
    false,
    Number.NaN,
    -0,
    0.5,
    1,
    2,
    'a',
    'ab',
    'é',
    '\u{1F600}',
    '\uFFFD',
  ),
  fc.integer({ min: -2, max: 3 }).map(BigInt),
  fc.integer({ min: 0, max: 3 }).map((seconds) => new TimestampValue(seconds, 0)),
);
const map = (entries: [string, FieldValue][]) => {
  const fields = new Fields();
  for (const [name, value] of entries) fields[name] = value;
  return fields;
};
const value: fc.Arbitrary<FieldValue> = fc.oneof(
  { weight: 5, arbitrary: scalar },
  { weight: 2, arbitrary: fc.array(scalar, { maxLength: 3 }) },
  { weight: 1, arbitrary: scalar.map((x) => map([['x', x]])) },
);
const fieldName = fc.constantFrom('a', 'b', 'm.x');
const body = fc
  .record({ a: value, b: value, m: scalar.map((x) => map([['x', x]])) }, { requiredKeys: [] })
  .map((record) => map(Object.entries(record) as [string, FieldValue][]));
const path = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 0, max: 12 }).map((n) => `c/d${n}`) },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 2 }).map((n) => `c/d${n}/c/e${n}`) },
);
const filter: fc.Arbitrary<ModelFilter> = fc.oneof(
  fc.record({
    field: fieldName,
    op: fc.constantFrom(
      Op.EQUAL,
      Op.EQUAL,
      Op.NOT_EQUAL,
      Op.LESS_THAN,
      Op.LESS_THAN_OR_EQUAL,
      Op.GREATER_THAN,
      Op.GREATER_THAN_OR_EQUAL,
      Op.ARRAY_CONTAINS,
    ),
    value,
  }),
  fc.record({
    field: fieldName,
    op: fc.constantFrom(Op.IN, Op.NOT_IN, Op.ARRAY_CONTAINS_ANY),
    value: fc.array(scalar, { minLength: 1, maxLength: 3 }),
  }),
);
const cursor = fc.option(
  fc.record({ values: fc.array(scalar, { minLength: 1, maxLength: 2 }), before: fc.boolean() }),
);
const modelQuery: fc.Arbitrary<ModelQuery> = fc
  .record({
    collection: fc.constantFrom('c' as const, 'c' as const, 'group' as const),
    isDisjunction: fc.boolean(),
    filters: fc.array(filter, { maxLength: 3 }),
    orders: fc.uniqueArray(fc.record({ field: fieldName, descending: fc.boolean() }), {
      selector: ({ field }) => field,
      maxLength: 2,
    }),
    start: cursor,
    end: cursor,
    offset: fc.integer({ min: 0, max: 2 }),
    limit: fc.option(fc.integer({ min: 1, max: 6 })),
  })
  .map((generated) => {
    // A cursor has at most one value for each explicit order.
    const truncate = (each: typeof generated.start) =>
      each === null || generated.orders.length === 0
        ? null
        : { ...each, values: each.values.slice(0, generated.orders.length) };
    return { ...generated, start: truncate(generated.start), end: truncate(generated.end) };
  });

type Step =
  | {
      readonly kind: 'write';
      readonly writes: readonly { path: string; body: Fields | null; merge: boolean }[];
    }
  | { readonly kind: 'query'; readonly query: ModelQuery; readonly snapshotsBack: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('write' as const),
      writes: fc.array(fc.record({ path, body: fc.option(body, { freq: 4 }), merge: fc.boolean() }), {
        minLength: 1,
        maxLength: 3,
      }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('query' as const),
      query: modelQuery,
      snapshotsBack: fc.integer({ min: 0, max: 2 }),
    }),
  },
);

function queryMessage(query: ModelQuery): StructuredQuery {
  const filters = query.filters.map(({ field, op, value: operand }) => ({
    filterType: {
      case: 'fieldFilter' as const,
      value: { field: { fieldPath: field }, op, value: toValue(operand) },
    },
  }));
  const composite = { op: query.isDisjunction ? CompositeOp.OR : CompositeOp.AND, filters };
  const position = (each: ModelQuery['start']) =>
    each && create(CursorSchema, { values: each.values.map(toValue), before: each.before });
  const [startAt, endAt] = [position(query.start), position(query.end)];
  return create(StructuredQuerySchema, {
    from: [{ collectionId: 'c', allDescendants: query.collection === 'group' }],
    ...(filters.length > 0
      ? { where: { filterType: { case: 'compositeFilter' as const, value: composite } } }
      : {}),
    orderBy: query.orders.map(({ field, descending }) => ({
      field: { fieldPath: field },
      direction: descending ? 2 : 1,
    })),
    ...(startAt ? { startAt } : {}),
    ...(endAt ? { endAt } : {}),
    offset: query.offset,
    ...(query.limit === null ? {} : { limit: query.limit }),
  });
}

/** The parsed query; null if Firestore rejects it. */
function tryParse(query: ModelQuery) {
  const message = queryMessage(query);
  try {
    return { message, query: parseQuery(message, DATABASE, '') };
  } catch (error) {
    if (error instanceof RpcError) return null;
    throw error;
  }
}

function mutation(write: { path: string; body: Fields | null; merge: boolean }): Mutation {
  const mask = Object.keys(write.body ?? {}).map((name) => [name]);
  return {
    kind: write.body ? 'update' : 'delete',
    path: write.path,
    fields: write.body ? fromFields(toFields(write.body)) : new Fields(),
    mask: write.merge && write.body ? mask : undefined,
    transforms: [],
    precondition: undefined,
  };
}

function writeModel(
  documents: ModelDocuments,
  write: { path: string; body: Fields | null; merge: boolean },
): void {
  if (!write.body) documents.delete(write.path);
  else if (!write.merge) documents.set(write.path, write.body);
  else {
    const merged = map(Object.entries(documents.get(write.path) ?? {}) as [string, FieldValue][]);
    documents.set(write.path, Object.assign(merged, write.body));
  }
}

/** Enough documents to make queries use indexes instead of a scan. */
function bulk(): { path: string; body: Fields; merge: boolean }[] {
  const values: FieldValue[] = [0n, 0.5, 'a', null, true, [1n, 'a'], Number.NaN];
  return Array.from({ length: 140 }, (_, i) => ({
    path: `c/x${i}`,
    body: map([
      ['a', values[i % 7] as FieldValue],
      ['b', values[(i * 3) % 5] as FieldValue],
    ]),
    merge: false,
  }));
}

/**
 * A client with one target. `paths` is the result set according to the messages that it received.
 */
class Client {
  readonly paths = new Set<string>();
  readonly #stream: ListenStream;

  constructor(stream: ListenStream) {
    this.#stream = stream;
    void this.#read();
  }

  async #read(): Promise<void> {
    for await (const message of this.#stream.outbox) this.#apply(message);
  }

  #apply({ responseType }: ListenResponse): void {
    const relative = (name: string) => name.slice(`${DATABASE}/documents/`.length);
    if (responseType.case === 'documentChange') {
      const name = relative(responseType.value.document?.name ?? '');
      if (responseType.value.targetIds.length > 0) this.paths.add(name);
      if (responseType.value.removedTargetIds.length > 0) this.paths.delete(name);
    } else if (responseType.case === 'documentDelete' || responseType.case === 'documentRemove') {
      this.paths.delete(relative(responseType.value.document));
    }
  }
}

const macrotask = () => new Promise((resolve) => setImmediate(resolve));

describe('the database', () => {
  it('returns the results of the reference model for every query and to every listener', async () => {
    const history = fc.array(step, { minLength: 4, maxLength: 14 });
    const listenedQueries = fc.array(modelQuery, { maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(history, listenedQueries, fc.boolean(), async (steps, queries, large) => {
        let now = 1_000_000;
        const emulator = new FirestoreEmulator({ clock: () => now++ });
        const database = emulator.database(DATABASE);
        const model: ModelDocuments = new Map();
        const snapshots: { time: number; documents: ModelDocuments }[] = [];
        const commit = async (writes: { path: string; body: Fields | null; merge: boolean }[]) => {
          await database.commit(writes.map(mutation), OWNER);
          for (const write of writes) writeModel(model, write);
          snapshots.unshift({ time: database.now(), documents: new Map(model) });
        };
        await commit(large ? bulk() : []);
        const clients = queries.flatMap((query) => {
          const parsedQuery = tryParse(query);
          if (!parsedQuery) return [];
          const stream = new ListenStream(emulator.hub(DATABASE), OWNER);
          const client = new Client(stream);
          const request = create(ListenRequestSchema, {
            targetChange: {
              case: 'addTarget',
              value: create(TargetSchema, {
                targetId: 1,
                targetType: {
                  case: 'query',
                  value: {
                    parent: `${DATABASE}/documents`,
                    queryType: { case: 'structuredQuery', value: parsedQuery.message },
                  },
                },
              }),
            },
          });
          if (request.targetChange.case === 'addTarget') stream.addTarget(request.targetChange.value);
          return [{ query, client, stream }];
        });
        for (const each of steps) {
          if (each.kind === 'write') {
            await commit([...each.writes]);
            await macrotask();
            for (const { query, client } of clients) {
              expect([...client.paths].sort()).toEqual([...runModelQuery(model, query)].sort());
            }
          } else {
            const parsedQuery = tryParse(each.query);
            if (!parsedQuery) continue;
            const snapshot = snapshots[Math.min(each.snapshotsBack, snapshots.length - 1)];
            const read =
              each.snapshotsBack === 0 || !snapshot
                ? database.resolveConsistency({ kind: 'current' })
                : database.resolveConsistency({ kind: 'read-time', readTime: snapshot.time });
            const { documents } = database.runQuery(parsedQuery.query, parsedQuery.message, read, OWNER);
            const expected = runModelQuery(
              each.snapshotsBack === 0 || !snapshot ? model : snapshot.documents,
              each.query,
            );
            expect(documents.map((document) => document.path)).toEqual(expected);
          }
        }
        for (const { stream } of clients) stream.close();
      }),
      { numRuns: RUNS },
    );
  });
});
