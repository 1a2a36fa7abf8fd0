// Property-based test of serializability: random transactions run with random interleavings; then
// every read must equal that of a serial run of the same transactions in commit order.

import { create } from '@bufbuild/protobuf';
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { RpcError, StatusCode } from '../core/rpc-error.ts';
import { Fields } from '../core/value.ts';
import { OWNER } from '../database/access-control.ts';
import type { Database } from '../database/database.ts';
import type { Mutation } from '../database/mutation.ts';
import {
  StructuredQuery_FieldFilter_Operator as Op,
  StructuredQuerySchema,
} from '../gen/google/firestore/v1/query_pb.js';
import { parseQuery } from '../query/parse-query.ts';
import { FirestoreEmulator } from './firestore-emulator.ts';

const RUNS = 40 * Number(process.env.SAVEPOINT_DEEP ?? 1);
const DATABASE = 'projects/demo/databases/(default)';

const POSITIVE = create(StructuredQuerySchema, {
  from: [{ collectionId: 'c' }],
  where: {
    filterType: {
      case: 'fieldFilter',
      value: {
        field: { fieldPath: 'n' },
        op: Op.GREATER_THAN,
        value: { valueType: { case: 'integerValue', value: 2n } },
      },
    },
  },
});

/**
 * A transaction: its reads (a document by number, or the query), then the documents that it
 * overwrites.
 */
interface Script {
  readonly reads: readonly (number | 'query')[];
  readonly writes: readonly number[];
  /** Delays before each step, in iterations of the event loop. */
  readonly pauses: readonly number[];
}

const script: fc.Arbitrary<Script> = fc.record({
  reads: fc.array(fc.oneof(fc.integer({ min: 0, max: 3 }), fc.constant('query' as const)), {
    minLength: 1,
    maxLength: 3,
  }),
  writes: fc.uniqueArray(fc.integer({ min: 0, max: 3 }), { minLength: 1, maxLength: 2 }),
  pauses: fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 5, maxLength: 5 }),
});

interface CommittedTransaction {
  readonly time: number;
  readonly results: readonly string[];
  readonly script: Script;
  readonly name: number;
}

const eventLoopTurn = () => new Promise((resolve) => setImmediate(resolve));

function set(document: number, n: bigint): Mutation {
  const fields = new Fields();
  fields.n = n;
  return {
    kind: 'update',
    path: `c/d${document}`,
    fields,
    mask: undefined,
    transforms: [],
    precondition: undefined,
  };
}

/**
 * The value that a transaction writes: a hash of everything that it read, so that any lost update
 * is noticed.
 */
function writtenValue(name: number, results: readonly string[], document: number): bigint {
  let sum = BigInt(name + document);
  for (const each of results) for (const char of each) sum = (sum * 31n + BigInt(char.charCodeAt(0))) % 7n;
  return sum;
}

async function attempt(
  database: Database,
  { reads, writes, pauses }: Script,
  name: number,
): Promise<CommittedTransaction> {
  const transaction = database.begin({ readOnly: false, readTime: undefined });
  const id = database.transactions.idBytes(transaction);
  const results: string[] = [];
  const pause = async (i: number) => {
    for (let n = 0; n < (pauses[i] ?? 0); n++) await eventLoopTurn();
  };
  for (const [i, read] of reads.entries()) {
    await pause(i);
    const snapshot = database.resolveConsistency({ kind: 'transaction', id });
    if (read === 'query') {
      const query = parseQuery(POSITIVE, DATABASE, '');
      await database.delayBehindCommits(query, snapshot);
      const { documents } = database.runQuery(query, POSITIVE, snapshot, OWNER);
      results.push(documents.map((each) => `${each.id}=${each.fields.n}`).join());
    } else {
      results.push(String((await database.get(`c/d${read}`, snapshot, OWNER))?.fields.n));
    }
  }
  await pause(4);
  const mutations = writes.map((document) => set(document, writtenValue(name, results, document)));
  const { commitTime } = await database.commit(mutations, OWNER, id);
  return { time: commitTime, results, script: { reads, writes, pauses }, name };
}

async function run(database: Database, each: Script, name: number): Promise<CommittedTransaction> {
  for (;;) {
    try {
      return await attempt(database, each, name);
    } catch (error) {
      if (!(error instanceof RpcError) || error.code !== StatusCode.ABORTED) throw error;
      // Retries with back-off like the SDKs; the number makes back-offs differ.
      for (let n = 0; n <= name; n++) await eventLoopTurn();
    }
  }
}

function expectSerial(committed: readonly CommittedTransaction[]): void {
  const state = new Map<number, bigint>();
  for (const {
    results,
    script: { reads, writes },
    name,
  } of [...committed].sort((a, b) => a.time - b.time)) {
    const expected = reads.map((read) => {
      if (read !== 'query') return String(state.get(read));
      const positive = [...state].filter(([, n]) => n > 2n);
      positive.sort(([left, n], [right, m]) => Number(n - m) || left - right);
      return positive.map(([document, n]) => `d${document}=${n}`).join();
    });
    expect(results).toEqual(expected);
    for (const document of writes) state.set(document, writtenValue(name, results, document));
  }
}

/** A transaction whose steps the test runs individually. */
function beginManually(database: Database) {
  const id = database.transactions.idBytes(database.begin({ readOnly: false, readTime: undefined }));
  return {
    read: (document: number) =>
      database.get(`c/d${document}`, database.resolveConsistency({ kind: 'transaction', id }), OWNER),
    /** The value of the first document with a positive one. */
    query: async () => {
      const snapshot = database.resolveConsistency({ kind: 'transaction', id });
      const query = parseQuery(POSITIVE, DATABASE, '');
      await database.delayBehindCommits(query, snapshot);
      return database.runQuery(query, POSITIVE, snapshot, OWNER).documents[0]?.fields.n;
    },
    commit: (document: number, n: bigint) => database.commit([set(document, n)], OWNER, id),
  };
}

describe('a read of a document that another transaction has locked', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it.each(['before', 'after'])(
    "is not delayed by the lock holder's commit that began %s it and waits for the reader",
    async (order) => {
      // With fake timers a delayed read would never resolve.
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      const database = new FirestoreEmulator().database(DATABASE);
      const [first, second] = [beginManually(database), beginManually(database)];
      await first.read(0);
      await second.read(1);
      const commit = () => first.commit(1, 7n);
      const early = order === 'before' ? commit() : undefined;
      const reading = second.read(0);
      const committing = early ?? commit();
      await reading;
      await expect(second.commit(0, 8n)).rejects.toMatchObject({ code: StatusCode.ABORTED });
      await committing;
      expect(database.store.get('c/d1')?.fields.n).toBe(7n);
    },
  );
});

describe('a commit that waits for a transaction', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it("is answered after that transaction's commit", async () => {
    const database = new FirestoreEmulator().database(DATABASE);
    const transaction = beginManually(database);
    await transaction.read(0);
    const answered: string[] = [];
    // A transport takes several more steps to send the response.
    const respond = async (outcome: Promise<unknown>, name: string) => {
      await outcome;
      for (let i = 0; i < 20; i++) await null;
      answered.push(name);
    };
    const waiting = respond(database.commit([set(0, 9n)], OWNER), 'write');
    await eventLoopTurn();
    await Promise.all([waiting, respond(transaction.commit(0, 1n), 'transaction')]);
    expect(answered).toEqual(['transaction', 'write']);
    expect(database.store.get('c/d0')?.fields.n).toBe(9n);
  });

  it.each(['a query', 'a get'])(
    'is not overtaken by %s of another transaction that reads changed data',
    async (kind) => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      const database = new FirestoreEmulator().database(DATABASE);
      await database.commit([set(0, 5n)], OWNER);
      const [first, second] = [beginManually(database), beginManually(database)];
      await first.read(0);
      const waiting = database.commit([set(0, 9n)], OWNER);
      await eventLoopTurn();
      let result: unknown;
      const reading = (
        kind === 'a query' ? second.query() : second.read(0).then((each) => each?.fields.n)
      ).then((value) => {
        result = value;
      });
      await vi.advanceTimersByTimeAsync(200);
      expect(result).toBeUndefined();
      await first.commit(1, 1n);
      await Promise.all([waiting, reading]);
      expect(result).toBe(9n);
    },
  );

  it('does not delay a query whose result set it does not change', async () => {
    const database = new FirestoreEmulator().database(DATABASE);
    await database.commit([set(0, 5n), set(1, 1n)], OWNER);
    const [first, second] = [beginManually(database), beginManually(database)];
    await first.read(1);
    const waiting = database.commit([set(1, 2n)], OWNER);
    await eventLoopTurn();
    expect(await second.query()).toBe(5n);
    await first.commit(1, 1n);
    await waiting;
  });

  it('does not delay a query of the transaction for which it waits', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const database = new FirestoreEmulator().database(DATABASE);
    await database.commit([set(0, 5n)], OWNER);
    const transaction = beginManually(database);
    await transaction.read(0);
    const waiting = database.commit([set(0, 9n)], OWNER);
    await eventLoopTurn();
    expect(await transaction.query()).toBe(5n);
    await transaction.commit(0, 6n);
    await waiting;
    expect(database.store.get('c/d0')?.fields.n).toBe(9n);
  });
});

describe('transactions', () => {
  it('are serializable in commit order under random interleavings', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(script, { minLength: 2, maxLength: 5 }), async (scripts) => {
        const database = new FirestoreEmulator().database(DATABASE);
        expectSerial(await Promise.all(scripts.map((each, name) => run(database, each, name))));
      }),
      { numRuns: RUNS },
    );
  });

  it('delay a write outside a transaction to a document that they have locked', async () => {
    const database = new FirestoreEmulator().database(DATABASE);
    await database.commit([set(0, 1n)], OWNER);
    const transaction = database.begin({ readOnly: false, readTime: undefined });
    const id = database.transactions.idBytes(transaction);
    await database.get('c/d0', database.resolveConsistency({ kind: 'transaction', id }), OWNER);
    const otherWrite = database.commit([set(0, 9n)], OWNER);
    await eventLoopTurn();
    expect(database.store.get('c/d0')?.fields.n).toBe(1n);
    await database.commit([set(0, 2n)], OWNER, id);
    await otherWrite;
    expect(database.store.get('c/d0')?.fields.n).toBe(9n);
  });

  it('fail to commit after a rollback with the message on which SDKs retry', async () => {
    const database = new FirestoreEmulator().database(DATABASE);
    const id = database.transactions.idBytes(database.begin({ readOnly: false, readTime: undefined }));
    database.rollback(id);
    await expect(database.commit([set(0, 1n)], OWNER, id)).rejects.toMatchObject({
      code: StatusCode.INVALID_ARGUMENT,
      message: expect.stringMatching(/transaction has expired/),
    });
  });

  it('read one snapshot and reject writes when they are read-only', async () => {
    const database = new FirestoreEmulator().database(DATABASE);
    await database.commit([set(0, 1n)], OWNER);
    const id = database.transactions.idBytes(database.begin({ readOnly: true, readTime: undefined }));
    await database.commit([set(0, 2n), set(1, 5n)], OWNER);
    const snapshot = database.resolveConsistency({ kind: 'transaction', id });
    expect((await database.get('c/d0', snapshot, OWNER))?.fields.n).toBe(1n);
    const query = parseQuery(POSITIVE, DATABASE, '');
    expect(database.runQuery(query, POSITIVE, snapshot, OWNER).documents).toEqual([]);
    await expect(database.commit([set(0, 3n)], OWNER, id)).rejects.toMatchObject({
      code: StatusCode.INVALID_ARGUMENT,
    });
  });

  it('can still read after a commit with writes if they are read-only, and end with a commit without writes', async () => {
    const database = new FirestoreEmulator().database(DATABASE);
    await database.commit([set(0, 1n)], OWNER);
    const id = database.transactions.idBytes(database.begin({ readOnly: true, readTime: undefined }));
    const read = () => database.get('c/d0', database.resolveConsistency({ kind: 'transaction', id }), OWNER);
    await expect(database.commit([set(0, 3n)], OWNER, id)).rejects.toThrow('read-only transaction');
    expect((await read())?.fields.n).toBe(1n);
    await database.commit([], OWNER, id);
    await expect(async () => read()).rejects.toThrow('transaction has expired');
  });
});
