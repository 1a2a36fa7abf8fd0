// The document store of the use cases on the emulator's own database, in this process and in
// virtual time, as the server SDK calls it: round trips, pessimistic locks, and retries with its
// back-off.
import { create } from '@bufbuild/protobuf';
import type {
  DocumentStore,
  DocumentTransaction,
  DueDocument,
  DueQuery,
  FindQuery,
  FoundDocument,
  StatefulDocument,
  StateQuery,
} from '../../functions/src/firestore/document-store.ts';
import { RpcError, StatusCode } from '../../packages/firestore/src/core/rpc-error.ts';
import { Fields, ReferenceValue } from '../../packages/firestore/src/core/value.ts';
import { toValue as toMessage } from '../../packages/firestore/src/core/value-message.ts';
import { OWNER } from '../../packages/firestore/src/database/access-control.ts';
import type { Database } from '../../packages/firestore/src/database/database.ts';
import type { Mutation } from '../../packages/firestore/src/database/mutation.ts';
import {
  StructuredQuery_CompositeFilter_Operator as And,
  StructuredQuery_FieldFilter_Operator as Op,
  type StructuredQuery,
  StructuredQuerySchema,
} from '../../packages/firestore/src/gen/google/firestore/v1/query_pb.js';
import { parseQuery } from '../../packages/firestore/src/query/parse-query.ts';
import { fromFields, toFields, toValue } from './stored-fields.ts';
import type { VirtualTime } from './virtual-time.ts';

/** functions/src/firestore/firestore-document-store.ts */
const MAX_ATTEMPTS = 12;
/** @google-cloud/firestore, backoff.ts: the first retry waits a second, give or take a half. */
const BACKOFF = { firstMs: 1000, maxMs: 60_000, factor: 1.5 };
/** A round trip between a function and Firestore in one region. */
const ROUND_TRIP_MS = { least: 3, spread: 6 };
/** @google-cloud/firestore, transaction.ts: the errors after which a transaction is run again. */
const RETRIED: ReadonlySet<StatusCode> = new Set([
  StatusCode.ABORTED,
  StatusCode.CANCELLED,
  StatusCode.UNKNOWN,
  StatusCode.DEADLINE_EXCEEDED,
  StatusCode.INTERNAL,
  StatusCode.UNAVAILABLE,
  StatusCode.RESOURCE_EXHAUSTED,
]);

/** What the store was asked for. */
export interface StoreCounts {
  reads: number;
  writes: number;
  aborted: number;
  exhausted: number;
}

export class SimulatedStore implements DocumentStore {
  readonly counts: StoreCounts = { reads: 0, writes: 0, aborted: 0, exhausted: 0 };
  readonly #database: Database;
  readonly #time: VirtualTime;
  readonly #random: () => number;

  constructor(database: Database, time: VirtualTime, random: () => number) {
    this.#database = database;
    this.#time = time;
    this.#random = random;
  }

  async runTransaction<T>(work: (transaction: DocumentTransaction) => Promise<T>): Promise<T> {
    let delayMs = 0;
    for (let attempt = 1; ; attempt++) {
      if (delayMs > 0) await this.#time.sleep(delayMs * (0.5 + this.#random()));
      delayMs = Math.min(BACKOFF.maxMs, Math.max(BACKOFF.firstMs, delayMs * BACKOFF.factor));
      const attempted = new TransactionAttempt(this.#database, () => this.#roundTrip(), this.counts);
      try {
        return await attempted.run(work);
      } catch (error) {
        attempted.rollback();
        if (!(error instanceof RpcError) || !isRetried(error)) throw error;
        if (error.code === StatusCode.ABORTED) this.counts.aborted += 1;
        if (error.code === StatusCode.RESOURCE_EXHAUSTED) {
          this.counts.exhausted += 1;
          delayMs = BACKOFF.maxMs;
        }
        if (attempt === MAX_ATTEMPTS) throw error;
      }
    }
  }

  async get<T>(path: string): Promise<T | null> {
    await this.#roundTrip();
    this.counts.reads += 1;
    const snapshot = this.#database.resolveConsistency({ kind: 'current' });
    const document = await this.#database.get(path, snapshot, OWNER);
    return document === undefined ? null : (fromFields(document.fields) as T);
  }

  async findDue({ collection, state, dueBy, limit, after }: DueQuery): Promise<DueDocument[]> {
    const found = await this.#query(collection, {
      where: [
        ['state', Op.EQUAL, state],
        ['nextAttemptAt', Op.LESS_THAN_OR_EQUAL, dueBy],
      ],
      orderBy: ['nextAttemptAt', '__name__'],
      startAfter: after && [after.nextAttemptAt, new ReferenceValue(this.#name(`${collection}/${after.id}`))],
      limit,
    });
    return found.map(({ id, fields }) => ({ id, nextAttemptAt: fields.nextAttemptAt as Date }));
  }

  async findInState({ collection, state, limit, after }: StateQuery): Promise<StatefulDocument[]> {
    const found = await this.#query(collection, {
      where: [['state', Op.EQUAL, state]],
      orderBy: ['__name__'],
      startAfter:
        after === undefined ? undefined : [new ReferenceValue(this.#name(`${collection}/${after}`))],
      limit,
    });
    return found.map(({ id, fields }) => ({ id, isScheduled: fields.nextAttemptAt !== undefined }));
  }

  async find<T>({ collection, where, orderBy, until, limit, after }: FindQuery): Promise<FoundDocument<T>[]> {
    const found = await this.#query(collection, {
      where: [
        ...Object.entries(where).map(([field, value]) => [field, Op.EQUAL, value] as const),
        ...(orderBy === undefined || until === undefined
          ? []
          : [[orderBy, Op.LESS_THAN_OR_EQUAL, until] as const]),
      ],
      orderBy: [orderBy ?? '__name__'],
      startAfter:
        after === undefined ? undefined : [new ReferenceValue(this.#name(`${collection}/${after}`))],
      limit,
    });
    return found.map(({ id, fields }) => ({ id, fields: fields as T }));
  }

  async #query(collectionId: string, query: PlainQuery) {
    await this.#roundTrip();
    const message = queryMessage(collectionId, query);
    const parsed = parseQuery(message, this.#database.name, '');
    const snapshot = this.#database.resolveConsistency({ kind: 'current' });
    const { documents } = this.#database.runQuery(parsed, message, snapshot, OWNER);
    this.counts.reads += Math.max(1, documents.length);
    return documents.map(({ id, fields }) => ({ id, fields: fromFields(fields) }));
  }

  #name(path: string): string {
    return `${this.#database.name}/documents/${path}`;
  }

  #roundTrip(): Promise<void> {
    return this.#time.sleep(ROUND_TRIP_MS.least + this.#random() * ROUND_TRIP_MS.spread);
  }
}

function isRetried({ code, message }: RpcError): boolean {
  return (
    RETRIED.has(code) || (code === StatusCode.INVALID_ARGUMENT && /transaction has expired/.test(message))
  );
}

/** One attempt of a transaction: reads under locks, then one commit. */
class TransactionAttempt {
  readonly #database: Database;
  readonly #roundTrip: () => Promise<void>;
  readonly #counts: StoreCounts;
  readonly #mutations: Mutation[] = [];
  #id: Uint8Array | undefined;

  constructor(database: Database, roundTrip: () => Promise<void>, counts: StoreCounts) {
    this.#database = database;
    this.#roundTrip = roundTrip;
    this.#counts = counts;
  }

  async run<T>(work: (transaction: DocumentTransaction) => Promise<T>): Promise<T> {
    const result = await work({
      get: async (path) => (await this.#read([path]))[0] as never,
      getAll: (paths) => this.#read(paths) as never,
      set: (path, fields) => this.#write(path, { fields: toFields(fields) }),
      update: (path, fields) => {
        const stored = toFields(fields);
        const mask = Object.keys(stored).map((name) => [name]);
        this.#write(path, { fields: stored, mask, precondition: { exists: true } });
      },
      arrayUnion: (path, field, value) =>
        this.#write(path, {
          mask: [],
          transforms: [{ kind: 'append', path: [field], elements: [toValue(value)] }],
        }),
      delete: (path) => this.#write(path, { kind: 'delete' }),
    });
    await this.#roundTrip();
    await this.#database.commit(this.#mutations, OWNER, this.#id);
    this.#counts.writes += this.#mutations.length;
    return result;
  }

  rollback(): void {
    if (this.#id !== undefined) this.#database.rollback(this.#id);
  }

  async #read(paths: readonly string[]): Promise<unknown[]> {
    if (this.#mutations.length > 0) throw new Error('A read after a write: Firestore rejects that.');
    if (paths.length === 0) return [];
    await this.#roundTrip();
    const snapshot = this.#database.resolveConsistency(
      this.#id === undefined
        ? { kind: 'new-transaction', mode: { readOnly: false, readTime: undefined } }
        : { kind: 'transaction', id: this.#id },
    );
    this.#id ??= snapshot.newTransaction;
    const found: unknown[] = [];
    for (const path of paths) {
      const document = await this.#database.get(path, snapshot, OWNER);
      found.push(document === undefined ? null : fromFields(document.fields));
    }
    this.#counts.reads += paths.length;
    return found;
  }

  #write(path: string, mutation: Partial<Mutation>): void {
    this.#mutations.push({
      ...{
        kind: 'update',
        path,
        fields: new Fields(),
        mask: undefined,
        transforms: [],
        precondition: undefined,
      },
      ...mutation,
    });
  }
}

interface PlainQuery {
  readonly where: readonly (readonly [field: string, op: Op, value: unknown])[];
  readonly orderBy: readonly string[];
  /** One value per field of `orderBy`. */
  readonly startAfter: readonly unknown[] | undefined;
  readonly limit: number;
}

function queryMessage(
  collectionId: string,
  { where, orderBy, startAfter, limit }: PlainQuery,
): StructuredQuery {
  const messageOf = (value: unknown) => toMessage(value instanceof ReferenceValue ? value : toValue(value));
  const filters = where.map(([fieldPath, op, value]) => ({
    filterType: {
      case: 'fieldFilter' as const,
      value: { field: { fieldPath }, op, value: messageOf(value) },
    },
  }));
  return create(StructuredQuerySchema, {
    from: [{ collectionId }],
    where: { filterType: { case: 'compositeFilter', value: { op: And.AND, filters } } },
    orderBy: orderBy.map((fieldPath) => ({ field: { fieldPath }, direction: 1 })),
    ...(startAfter !== undefined && { startAt: { values: startAfter.map(messageOf), before: false } }),
    limit,
  });
}
