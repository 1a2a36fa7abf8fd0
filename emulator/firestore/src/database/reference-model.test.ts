// Owns the comparison of the database with a model that is too simple to be wrong: documents in an array, every
// query a filter and a sort. Random writes, queries and listeners; FIRESTORE_MODEL_RUNS sets how many histories.

import { create } from '@bufbuild/protobuf';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RpcError } from '../core/rpc-error.ts';
import { Fields, type FieldValue, TimestampValue } from '../core/value.ts';
import { fromFields, toFields, toValue } from '../core/value-message.ts';
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
import { parseQuery } from '../query/parse-query.ts';
import { OWNER } from './access-control.ts';
import { FirestoreEmulator } from './firestore-emulator.ts';
import { ListenStream } from './listen-stream.ts';
import type { Mutation } from './mutation.ts';
import { type ModelDocuments, type ModelFilter, type ModelQuery, runModelQuery } from './reference-model.ts';

const RUNS = Number(process.env.FIRESTORE_MODEL_RUNS ?? 100);
const DATABASE = 'projects/demo/databases/(default)';

// ---- what is asked of both -----------------------------------------------------------------------------------

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
const condition: fc.Arbitrary<ModelFilter> = fc.oneof(
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
const question: fc.Arbitrary<ModelQuery> = fc
  .record({
    collection: fc.constantFrom('c' as const, 'c' as const, 'group' as const),
    any: fc.boolean(),
    conditions: fc.array(condition, { maxLength: 3 }),
    orders: fc.uniqueArray(fc.record({ field: fieldName, descending: fc.boolean() }), {
      selector: ({ field }) => field,
      maxLength: 2,
    }),
    start: cursor,
    end: cursor,
    offset: fc.integer({ min: 0, max: 2 }),
    limit: fc.option(fc.integer({ min: 1, max: 6 })),
  })
  .map((made) => {
    // A cursor has at most one value for each explicit order.
    const cut = (each: typeof made.start) =>
      each === null || made.orders.length === 0
        ? null
        : { ...each, values: each.values.slice(0, made.orders.length) };
    return { ...made, start: cut(made.start), end: cut(made.end) };
  });

type Step =
  | {
      readonly kind: 'write';
      readonly writes: readonly { path: string; body: Fields | null; merge: boolean }[];
    }
  | { readonly kind: 'ask'; readonly question: ModelQuery; readonly back: number };

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
      kind: fc.constant('ask' as const),
      question,
      back: fc.integer({ min: 0, max: 2 }),
    }),
  },
);

function queryMessage(asked: ModelQuery): StructuredQuery {
  const filters = asked.conditions.map(({ field, op, value: operand }) => ({
    filterType: {
      case: 'fieldFilter' as const,
      value: { field: { fieldPath: field }, op, value: toValue(operand) },
    },
  }));
  const composite = { op: asked.any ? CompositeOp.OR : CompositeOp.AND, filters };
  const position = (each: ModelQuery['start']) =>
    each && create(CursorSchema, { values: each.values.map(toValue), before: each.before });
  const [startAt, endAt] = [position(asked.start), position(asked.end)];
  return create(StructuredQuerySchema, {
    from: [{ collectionId: 'c', allDescendants: asked.collection === 'group' }],
    ...(filters.length > 0
      ? { where: { filterType: { case: 'compositeFilter' as const, value: composite } } }
      : {}),
    orderBy: asked.orders.map(({ field, descending }) => ({
      field: { fieldPath: field },
      direction: descending ? 2 : 1,
    })),
    ...(startAt ? { startAt } : {}),
    ...(endAt ? { endAt } : {}),
    offset: asked.offset,
    ...(asked.limit === null ? {} : { limit: asked.limit }),
  });
}

/** Null when the query is one that Firestore refuses. */
function parsed(asked: ModelQuery) {
  const message = queryMessage(asked);
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

/** Enough documents that queries use indexes instead of a scan. */
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

/** A client: keeps what the messages of one target say. */
class Client {
  readonly held = new Set<string>();
  readonly #stream: ListenStream;

  constructor(stream: ListenStream) {
    this.#stream = stream;
    void this.#read();
  }

  async #read(): Promise<void> {
    for await (const message of this.#stream.outbox) this.#take(message);
  }

  #take({ responseType }: ListenResponse): void {
    const relative = (name: string) => name.slice(`${DATABASE}/documents/`.length);
    if (responseType.case === 'documentChange') {
      const name = relative(responseType.value.document?.name ?? '');
      if (responseType.value.targetIds.length > 0) this.held.add(name);
      if (responseType.value.removedTargetIds.length > 0) this.held.delete(name);
    } else if (responseType.case === 'documentDelete' || responseType.case === 'documentRemove') {
      this.held.delete(relative(responseType.value.document));
    }
  }
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('the database beside a naive model', () => {
  it('answers every query and shows every listener the same', async () => {
    const history = fc.array(step, { minLength: 4, maxLength: 14 });
    const watched = fc.array(question, { maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(history, watched, fc.boolean(), async (steps, questions, large) => {
        let now = 1_000_000;
        const emulator = new FirestoreEmulator({ clock: () => now++ });
        const database = emulator.database(DATABASE);
        const model: ModelDocuments = new Map();
        const past: { time: number; documents: ModelDocuments }[] = [];
        const commit = async (writes: { path: string; body: Fields | null; merge: boolean }[]) => {
          await database.commit(writes.map(mutation), OWNER);
          for (const write of writes) writeModel(model, write);
          past.unshift({ time: database.now(), documents: new Map(model) });
        };
        await commit(large ? bulk() : []);
        const clients = questions.flatMap((asked) => {
          const known = parsed(asked);
          if (!known) return [];
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
                    queryType: { case: 'structuredQuery', value: known.message },
                  },
                },
              }),
            },
          });
          if (request.targetChange.case === 'addTarget') stream.addTarget(request.targetChange.value);
          return [{ asked, client, stream }];
        });
        for (const each of steps) {
          if (each.kind === 'write') {
            await commit([...each.writes]);
            await settled();
            for (const { asked, client } of clients) {
              expect([...client.held].sort()).toEqual([...runModelQuery(model, asked)].sort());
            }
          } else {
            const known = parsed(each.question);
            if (!known) continue;
            const moment = past[Math.min(each.back, past.length - 1)];
            const point =
              each.back === 0 || !moment
                ? database.resolveConsistency({ kind: 'present' })
                : database.resolveConsistency({ kind: 'time', readTime: moment.time });
            const { documents } = database.runQuery(known.query, known.message, point, OWNER);
            const expected = runModelQuery(
              each.back === 0 || !moment ? model : moment.documents,
              each.question,
            );
            expect(documents.map((document) => document.path)).toEqual(expected);
          }
        }
        for (const { stream } of clients) stream.close();
      }),
      { numRuns: RUNS },
    );
  }, 600_000);
});
