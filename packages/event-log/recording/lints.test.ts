import { describe, expect, it } from 'vitest';
import { price } from './advice.ts';
import { lintIndexes, type RequiredIndex } from './lint-indexes.ts';
import {
  lintListeners,
  lintOperations,
  lintRules,
  operationCosts,
  type RecordedOperation,
  ruleCosts,
} from './lint-recording.ts';

const INDEXES = `{
  "indexes": [
    {
      "collectionGroup": "orders", "queryScope": "COLLECTION",
      "fields": [{ "fieldPath": "status", "order": "ASCENDING" }, { "fieldPath": "at", "order": "DESCENDING" }]
    },
    {
      "collectionGroup": "plants", "queryScope": "COLLECTION",
      "fields": [{ "fieldPath": "tags", "arrayConfig": "CONTAINS" }, { "fieldPath": "price", "order": "ASCENDING" }]
    }
  ]
}`;
const required = (
  collectionGroup: string,
  prefix: [string, string][],
  suffix: [string, string][],
): RequiredIndex => {
  const fields = (list: [string, string][]) => list.map(([path, mode]) => ({ path, mode }));
  return { collectionGroup, scope: 'COLLECTION', prefix: fields(prefix), suffix: fields(suffix) };
};
const query = (index: RequiredIndex) => ({
  query: `${index.collectionGroup} …`,
  indexes: [index],
  traceId: 't',
});
const ORDERS = required('orders', [['status', 'ASCENDING']], [['at', 'DESCENDING']]);
const PLANTS = required('plants', [['tags', 'CONTAINS']], [['price', 'ASCENDING']]);

describe('lintIndexes', () => {
  it('returns nothing if each index is used and each query has one', () => {
    expect(lintIndexes('i.json', INDEXES, [query(ORDERS), query(PLANTS)])).toEqual([]);
  });

  it('reports an unused index with its line', () => {
    const [lint, ...others] = lintIndexes('i.json', INDEXES, [query(ORDERS)]);
    expect(lint).toMatchObject({ name: 'unused-index', source: { file: 'i.json', line: 7 } });
    expect(others).toEqual([]);
  });

  it('reports a query without an index once, with the index to declare', () => {
    const other = required('orders', [['userId', 'ASCENDING']], [['at', 'DESCENDING']]);
    const lints = lintIndexes('i.json', INDEXES, [query(ORDERS), query(PLANTS), query(other), query(other)]);
    expect(lints).toMatchObject([{ name: 'missing-index', level: 'error', source: { line: 2 } }]);
    expect(lints[0]?.fix).toContain('{"fieldPath":"userId","order":"ASCENDING"}');
  });
});

const RULES = `match /a/{id} {
  allow read: if true;
  // allow update: if it were code
  allow create, update:
    if false;
  allow delete;
}`;

describe('lintRules', () => {
  it('reports each allow that no request has evaluated, with its line and methods', () => {
    const lints = lintRules('firestore.rules', RULES, [
      { allows: '[{"line":2,"outcome":true}]', lookups: '[]' },
    ]);
    expect(lints.map(({ title, source }) => `${source?.line} ${title}`)).toEqual([
      '4 No request has reached "allow create, update"',
      '6 No request has reached "allow delete"',
    ]);
  });
});

describe('lintListeners', () => {
  const listener = { query: 'plants', limit: null, reads: 40, traceId: 't' };

  it('reports a listener without a limit that read many documents once, with its source position', () => {
    const place = { file: 'web/src/plants.ts', line: 12 };
    expect(lintListeners([listener, { ...listener, reads: 41 }], () => place)).toMatchObject([
      { title: 'A listener without a limit read 41 documents', source: place },
    ]);
  });

  it('returns nothing for a listener with a limit, or with few documents', () => {
    const listeners = [
      { ...listener, limit: 50 },
      { ...listener, reads: 3 },
    ];
    expect(lintListeners(listeners, () => null)).toEqual([]);
  });
});

describe('the cost of operations', () => {
  const page = (reads: number, traceId: string): RecordedOperation => ({
    ...{ service: 'browser', name: '/garden', reads, dependentReads: 1 },
    ...{ writes: 1, deletes: 0, bytes: 1024, storedBytes: 512, costliestQuery: 'plants', traceId },
    ...{ databaseBytes: 0, databaseStoredBytes: 0, connections: 0 },
  });

  it('is the average over all runs, priced by reads, writes, deletes and sent bytes, and storage per month', () => {
    const [cost] = operationCosts([page(40, 'a'), page(80, 'b')]);
    expect(cost).toMatchObject({ count: 2, reads: 60, writes: 1, dependentReads: 1 });
    const each = price({ reads: 60, writes: 1, deletes: 0, bytes: 1024 });
    expect(cost?.dollarsPerMillion).toBeCloseTo(each * 1_000_000);
    expect(cost?.storageDollarsPerMillion).toBeCloseTo(((512 * 1_000_000) / 2 ** 30) * 0.15);
    expect(price({ reads: 100_000, writes: 0, deletes: 0, bytes: 0 })).toBeCloseTo(0.03);
    expect(price({ reads: 0, writes: 0, deletes: 0, bytes: 2 ** 30 })).toBeCloseTo(0.12);
  });

  it('includes bytes and connections of the Realtime Database, with one operation for all push() keys', () => {
    const push = (key: string): RecordedOperation => ({
      ...{ ...page(0, key), writes: 0, bytes: 0, storedBytes: 0, dependentReads: 0, costliestQuery: null },
      ...{ service: 'database', name: `set /rooms/${key}/name` },
      ...{ databaseBytes: 2 ** 20, databaseStoredBytes: 2 ** 10, connections: 1 },
    });
    expect(operationCosts([push('-Nabcdefghijklmnopqr'), push('-Nabcdefghijklmnopqs')])).toMatchObject([
      {
        ...{ name: 'set /rooms/*/name', count: 2, bytes: 2 ** 20, storedBytes: 2 ** 10, connections: 1 },
        dollarsPerMillion: expect.closeTo(1_000_000 / 1_024),
        storageDollarsPerMillion: expect.closeTo((5 * 1_000_000) / 2 ** 20),
      },
    ]);
  });

  it('is a lint from 50 reads, with the trace that read most', () => {
    const sourceOf = (query: string) => ({ file: `${query}.ts`, line: 3 });
    expect(lintOperations([page(40, 'a'), page(80, 'b')], sourceOf)).toMatchObject([
      { level: 'warning', traceId: 'b', source: { file: 'plants.ts', line: 3 } },
    ]);
    expect(lintOperations([page(40, 'a')], sourceOf)).toEqual([]);
  });

  describe('of requests that no page or function sent', () => {
    const runQuery = (costliestQuery: string, reads: number): RecordedOperation => ({
      ...page(reads, `${costliestQuery} ${reads}`),
      ...{ service: 'firestore', name: 'runQuery', costliestQuery },
    });
    const cheap = Array.from({ length: 5 }, () => runQuery('beds limit 1', 1));

    it('is computed per query, so cheap ones do not hide an expensive one', () => {
      const operations = [...cheap, ...Array.from({ length: 4 }, () => runQuery('plants', 74))];
      expect(operationCosts(operations)).toMatchObject([
        { name: 'runQuery', query: 'plants', count: 4, reads: 74 },
        { name: 'runQuery', query: 'beds limit 1', count: 5, reads: 1 },
      ]);
      expect(lintOperations(operations, () => null)).toMatchObject([
        { title: 'runQuery of plants reads 74 documents each time', traceId: 'plants 74' },
      ]);
    });

    it('is computed per subcollection, regardless of its parent documents', () => {
      const operations = [runQuery('beds/north/plants', 60), runQuery('beds/south/plants', 80)];
      expect(operationCosts(operations)).toMatchObject([{ query: 'beds/*/plants', count: 2, reads: 70 }]);
    });
  });

  it('counts the reads of each get() in a rule by its line', () => {
    const decision = (...lines: number[]) => ({ allows: '[]', lookups: JSON.stringify(lines) });
    expect(ruleCosts('firestore.rules', [decision(9, 9, 4), decision(9), decision()])).toMatchObject([
      {
        source: { file: 'firestore.rules', line: 9 },
        decisions: 2,
        lookups: 3,
        dollarsPerMillion: expect.closeTo(0.45),
      },
      { source: { line: 4 }, decisions: 1, lookups: 1 },
    ]);
  });
});
