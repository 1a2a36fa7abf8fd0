// Tests each enforced hard limit of production: a request at the limit passes, and one more is
// refused. The table in this package's README names these tests.

import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { FirestoreEmulator } from '../emulator/firestore-emulator.ts';
import { type RunningEmulator, startEmulator } from './start-emulator.ts';

const DOCUMENTS = 'projects/p/databases/(default)/documents';

let emulator: RunningEmulator;
beforeAll(async () => {
  emulator = await startEmulator({ log: () => undefined });
});
afterAll(() => emulator.close());

/** Resolves with OK, or the message of the error. */
async function send(path: string, body: unknown): Promise<string> {
  const response = await fetch(`http://${emulator.host}/v1/${path}`, {
    method: 'POST',
    headers: { authorization: 'Bearer owner', 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const result = await response.json();
  const { error } = (Array.isArray(result) ? result[0] : result) as { error?: { message: string } };
  return error?.message ?? 'OK';
}

const update = (path: string, fields: object) => ({ update: { name: `${DOCUMENTS}/${path}`, fields } });
const commit = (...writes: object[]) => send(`${DOCUMENTS}:commit`, { writes });
const set = (path: string, fields: object) => commit(update(path, fields));
const query = (structuredQuery: object) =>
  send(`${DOCUMENTS}:runQuery`, { structuredQuery: { from: [{ collectionId: 'c' }], ...structuredQuery } });

const text = (bytes: number) => ({ stringValue: 'x'.repeat(bytes) });
const list = (values: object[]) => ({ arrayValue: { values } });
const integer = (n: number) => ({ integerValue: String(n) });
const filter = (op: string, value: object, fieldPath = 'f') => ({
  fieldFilter: { field: { fieldPath }, op, value },
});
const composite = (op: 'AND' | 'OR', filters: object[]) => ({ compositeFilter: { op, filters } });
const numbers = <T>(length: number, of: (n: number) => T) => Array.from({ length }, (_, n) => of(n));
const integers = (length: number) => list(numbers(length, integer));
const nested = (depth: number): object =>
  numbers(depth, () => 'm').reduce<object>((inner) => ({ mapValue: { fields: { m: inner } } }), integer(1));
const increments = (path: string, length: number) => ({
  transform: {
    document: `${DOCUMENTS}/${path}`,
    fieldTransforms: numbers(length, (n) => ({ fieldPath: `f${n}`, increment: integer(1) })),
  },
});
const segments = (count: number) => numbers(count, () => 'c/d').join('/');

/** Sends a request of `size`. Beyond the limit it is refused with a message like `refusal`. */
type Limit = readonly [
  title: string,
  limit: number,
  send: (size: number) => Promise<string>,
  refusal: RegExp,
];

const LIMITS: readonly Limit[] = [
  ['collection id, bytes', 1500, (size) => set(`${'c'.repeat(size)}/d`, {}), /longer than 1500 bytes/],
  ['document id, bytes', 1500, (size) => set(`c/${'d'.repeat(size)}`, {}), /longer than 1500 bytes/],
  [
    'document name, bytes',
    6144,
    (size) => {
      const head = numbers(4, () => `c/${'d'.repeat(1400)}`).join('/');
      return set(`${head}/c/${'d'.repeat(size - head.length - 3)}`, {});
    },
    /name is longer than 6144 bytes/,
  ],
  ['depth of collections', 100, (size) => set(segments(size), {}), /100/],
  [
    'document, bytes',
    1_048_576,
    (size) => set('c/d', { a: text(500_000), b: text(size - 500_058) }),
    /exceeds the maximum/,
  ],
  ['field value, bytes', 1_048_487, (size) => set('c/d', { f: text(size - 1) }), /longer than 1048487 bytes/],
  ['field name, bytes', 1500, (size) => set('c/d', { ['f'.repeat(size)]: integer(1) }), /1500 bytes/],
  [
    'field path, bytes',
    1500,
    (size) => query({ where: filter('EQUAL', integer(1), `a.${'f'.repeat(size - 2)}`) }),
    /1500 bytes/,
  ],
  ['depth of maps and arrays', 20, (size) => set('c/d', { f: nested(size) }), /nest deeper than 20/],
  ['dimensions of a vector', 2048, (size) => set('c/d', { f: vector(size) }), /at most 2048 dimensions/],
  [
    'index entries of a document',
    40_000,
    (size) => set('c/d', { f: integers(size) }),
    /too many index entries/,
  ],
  [
    'transforms of a document in a commit',
    500,
    (size) => commit(increments('c/t', 300), increments('c/t', size - 300)),
    /more than 500 field transforms/,
  ],
  [
    'writes of a BatchWrite',
    500,
    (size) => send(`${DOCUMENTS}:batchWrite`, { writes: numbers(size, (n) => update(`b/d${n}`, {})) }),
    /at most 500 writes/,
  ],
  ['request, bytes', 11_534_336, (size) => request(size), /payload size exceeds the limit/],
  ['values of in and array-contains-any', 30, (size) => query({ where: filter('IN', integers(size)) }), /30/],
  ['values of not-in', 10, (size) => query({ where: filter('NOT_IN', integers(size)) }), /10/],
  [
    'disjunctions of a query',
    30,
    (size) =>
      query({
        where: composite(
          'OR',
          numbers(size, (n) => filter('EQUAL', integer(n))),
        ),
      }),
    /30/,
  ],
  [
    'fields with a range or inequality',
    10,
    (size) =>
      query({
        where: composite(
          'AND',
          numbers(size, (n) => filter('GREATER_THAN', integer(n), `f${n}`)),
        ),
      }),
    /10/,
  ],
  ['aggregations of a query', 5, (size) => aggregate(size), /5/],
  [
    'results of a vector search',
    1000,
    (size) =>
      query({
        findNearest: {
          vectorField: { fieldPath: 'f' },
          queryVector: vector(2),
          distanceMeasure: 'COSINE',
          limit: size,
        },
      }),
    /1000/,
  ],
];

function vector(dimensions: number): object {
  const value = list(numbers(dimensions, () => ({ doubleValue: 1 })));
  return { mapValue: { fields: { __type__: { stringValue: '__vector__' }, value } } };
}

function aggregate(count: number): Promise<string> {
  const aggregations = numbers(count, (n) => ({ alias: `a${n}`, count: {} }));
  return send(`${DOCUMENTS}:runAggregationQuery`, {
    structuredAggregationQuery: { structuredQuery: { from: [{ collectionId: 'c' }] }, aggregations },
  });
}

/** A commit with a body of this many bytes. */
async function request(bytes: number): Promise<string> {
  const writes = numbers(11, (n) => update(`r/d${n}`, { f: text(1_040_000) }));
  const rest = bytes - JSON.stringify({ writes: [...writes, update('r/rest', { f: text(0) })] }).length;
  return commit(...writes, update('r/rest', { f: text(rest) }));
}

it.each(LIMITS)('the limit of %s is %i', async (_, limit, sendAt, refusal) => {
  expect(await sendAt(limit)).toBe('OK');
  expect(await sendAt(limit + 1)).toMatch(refusal);
});

const TRANSACTION_LIMITS = [
  ['transaction, seconds', 270, 59],
  ['transaction without a request, seconds', 60, 60],
] as const;

it.each(TRANSACTION_LIMITS)('the limit of %s is %i', async (_, limit, pause) => {
  let now = 0;
  const inMemory = new FirestoreEmulator({ clock: () => now * 1e6 });
  const database = inMemory.database('projects/p/databases/d');
  const transaction = database.begin({ readOnly: false, readTime: undefined });
  const id = database.transactions.idBytes(transaction);
  for (; now < limit; now += pause) database.transactions.requireActive(id);
  now = limit - 0.001;
  expect(() => database.transactions.requireActive(id)).not.toThrow();
  now = pause === limit ? 2 * limit : limit;
  expect(() => database.transactions.requireActive(id)).toThrow('has expired');
});

it('the README of this package lists exactly these limits', () => {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
  const [, table = ''] = /^\| hard limit .*\n\| -.*\n((?:\|.*\n)*)/m.exec(readme) ?? [];
  const rows = [...LIMITS, ...TRANSACTION_LIMITS].map(
    ([title, limit]) => `| ${title} | ${limit.toLocaleString('en')} |`,
  );
  expect(table.trim().replaceAll(/ +/g, ' ').split('\n').sort()).toEqual(rows.sort());
});
