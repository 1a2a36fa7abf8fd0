// Runs in Node and, bundled, in a browser. The SDK module is a parameter, because it decides the
// transport.

import type * as Full from 'firebase/firestore';
import type {
  FoundDocument,
  NeutralAggregates,
  NeutralFields,
  NeutralFilter,
  NeutralQuery,
  NeutralValue,
  NeutralWrite,
  Operations,
} from '../client-adapter.ts';

/** The functions that firebase/firestore and firebase/firestore/lite share. */
export type ModularSdk = typeof Full;

interface Tagged {
  readonly [tag: string]: unknown;
}

function isPlain(value: unknown): value is Tagged {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

function decode(sdk: ModularSdk, db: Full.Firestore, value: NeutralValue): unknown {
  if (Array.isArray(value)) return value.map((each) => decode(sdk, db, each));
  if (typeof value !== 'object' || value === null) return value;
  const tagged = value as Tagged;
  if ('$number' in tagged) return Number(tagged.$number);
  if ('$time' in tagged) return new sdk.Timestamp(...(tagged.$time as [number, number]));
  if ('$bytes' in tagged) return sdk.Bytes.fromBase64String(tagged.$bytes as string);
  if ('$point' in tagged) return new sdk.GeoPoint(...(tagged.$point as [number, number]));
  if ('$reference' in tagged) return sdk.doc(db, tagged.$reference as string);
  if ('$vector' in tagged) return sdk.vector(tagged.$vector as number[]);
  if ('$transform' in tagged) return decodeTransform(sdk, db, tagged);
  return decodeFields(sdk, db, value as NeutralFields);
}

function decodeTransform(sdk: ModularSdk, db: Full.Firestore, tagged: Tagged): unknown {
  const values = (): unknown[] => (tagged.values as NeutralValue[]).map((each) => decode(sdk, db, each));
  switch (tagged.$transform) {
    case 'serverTime':
      return sdk.serverTimestamp();
    case 'remove':
      return sdk.deleteField();
    case 'increment':
      return sdk.increment(tagged.by as number);
    case 'union':
      return sdk.arrayUnion(...values());
    default:
      return sdk.arrayRemove(...values());
  }
}

function decodeFields(sdk: ModularSdk, db: Full.Firestore, fields: NeutralFields): Full.DocumentData {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, decode(sdk, db, value)]));
}

function encode(sdk: ModularSdk, value: unknown): NeutralValue {
  if (typeof value === 'number') {
    const needsTag = Object.is(value, -0) || !Number.isFinite(value);
    return needsTag ? { $number: Object.is(value, -0) ? '-0' : String(value) } : value;
  }
  if (Array.isArray(value)) return value.map((each) => encode(sdk, each));
  if (isPlain(value)) return encodeFields(sdk, value);
  if (value instanceof sdk.Timestamp) return { $time: [value.seconds, value.nanoseconds] };
  if (value instanceof sdk.Bytes) return { $bytes: value.toBase64() };
  if (value instanceof sdk.GeoPoint) return { $point: [value.latitude, value.longitude] };
  if (value instanceof sdk.DocumentReference) return { $reference: value.path };
  if (value instanceof sdk.VectorValue) return { $vector: value.toArray() };
  return value as NeutralValue;
}

function encodeFields(sdk: ModularSdk, fields: Tagged): NeutralFields {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, encode(sdk, value)]));
}

function filterOf(sdk: ModularSdk, db: Full.Firestore, filter: NeutralFilter): Full.QueryFilterConstraint {
  if ('and' in filter) return sdk.and(...filter.and.map((each) => filterOf(sdk, db, each)));
  if ('or' in filter) return sdk.or(...filter.or.map((each) => filterOf(sdk, db, each)));
  const field = filter.field === '__name__' ? sdk.documentId() : filter.field;
  return sdk.where(field, filter.op, decode(sdk, db, filter.value));
}

function queryOf(sdk: ModularSdk, db: Full.Firestore, query: NeutralQuery): Full.Query {
  const base = query.isGroup
    ? sdk.collectionGroup(db, query.collection)
    : sdk.collection(db, query.collection);
  const values = (cursor: readonly NeutralValue[]): unknown[] => cursor.map((each) => decode(sdk, db, each));
  const rest: Full.QueryNonFilterConstraint[] = [];
  for (const [field, direction] of query.orderBy ?? []) {
    rest.push(sdk.orderBy(field === '__name__' ? sdk.documentId() : field, direction));
  }
  if (query.startAt) rest.push(sdk.startAt(...values(query.startAt)));
  if (query.startAfter) rest.push(sdk.startAfter(...values(query.startAfter)));
  if (query.endAt) rest.push(sdk.endAt(...values(query.endAt)));
  if (query.endBefore) rest.push(sdk.endBefore(...values(query.endBefore)));
  if (query.limit !== undefined) rest.push(sdk.limit(query.limit));
  if (query.limitToLast !== undefined) rest.push(sdk.limitToLast(query.limitToLast));
  const filters = (query.where ?? []).map((each) => filterOf(sdk, db, each));
  if (filters.length === 0) return sdk.query(base, ...rest);
  return sdk.query(base, sdk.and(...filters), ...rest);
}

type Snapshot = readonly FoundDocument[];

/** The server-confirmed snapshots of one listener. */
class SnapshotQueue {
  readonly #snapshots: Snapshot[] = [];
  #error: Error | undefined;
  #wake: () => void = () => {};

  add(snapshot: Snapshot): void {
    this.#snapshots.push(snapshot);
    this.#wake();
  }

  fail(error: Error): void {
    this.#error = error;
    this.#wake();
  }

  async take(count: number): Promise<Snapshot> {
    for (;;) {
      const next = this.#snapshots.shift();
      if (next?.length === count) return next;
      if (next !== undefined) continue;
      if (this.#error !== undefined) throw this.#error;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }
}

/**
 * The operations of one Firestore instance; `read` has the functions whose names differ between
 * builds.
 */
export function modularOperations(
  sdk: ModularSdk,
  db: Full.Firestore,
  read: {
    document: typeof Full.getDocFromServer;
    query: typeof Full.getDocsFromServer;
    count: typeof Full.getAggregateFromServer;
  },
): Operations {
  const listeners = new Map<string, { queue: SnapshotQueue; stop: () => void }>();
  const toDocuments = (snapshot: Full.QuerySnapshot): Snapshot =>
    snapshot.docs.map((each) => ({ path: each.ref.path, fields: encodeFields(sdk, each.data()) }));
  const addWrite = (batch: Full.WriteBatch, write: NeutralWrite): void => {
    if ('delete' in write) batch.delete(sdk.doc(db, write.delete));
    else if ('update' in write) batch.update(sdk.doc(db, write.update), decodeFields(sdk, db, write.fields));
    else
      batch.set(sdk.doc(db, write.set), decodeFields(sdk, db, write.fields), { merge: write.merge === true });
  };
  return {
    async get(path) {
      const data = (await read.document(sdk.doc(db, path))).data();
      return data === undefined ? null : encodeFields(sdk, data);
    },
    async write(writes) {
      const batch = sdk.writeBatch(db);
      for (const write of writes) addWrite(batch, write);
      await batch.commit();
    },
    async query(query) {
      return toDocuments(await read.query(queryOf(sdk, db, query)));
    },
    async aggregate(query: NeutralQuery, aggregates: NeutralAggregates) {
      const spec = Object.fromEntries(
        Object.entries(aggregates).map(([alias, each]) => {
          if (each === 'count') return [alias, sdk.count()];
          return [alias, each[0] === 'sum' ? sdk.sum(each[1]) : sdk.average(each[1])];
        }),
      );
      return encodeFields(sdk, (await read.count(queryOf(sdk, db, query), spec)).data());
    },
    addInTransaction(path, by) {
      return sdk.runTransaction(db, async (transaction) => {
        const document = await transaction.get(sdk.doc(db, path));
        const n = ((document.data()?.n as number | undefined) ?? 0) + by;
        transaction.set(document.ref, { n });
        return n;
      });
    },
    async listen(name, query) {
      const queue = new SnapshotQueue();
      const stop = sdk.onSnapshot(
        queryOf(sdk, db, query),
        { includeMetadataChanges: true },
        (snapshot) => {
          if (!snapshot.metadata.fromCache && !snapshot.metadata.hasPendingWrites)
            queue.add(toDocuments(snapshot));
        },
        (error) => queue.fail(error),
      );
      listeners.set(name, { queue, stop });
    },
    async awaitSnapshot(name, count) {
      const listener = listeners.get(name);
      if (listener === undefined) throw new Error(`no listener is called ${name}`);
      return listener.queue.take(count);
    },
    async unlisten(name) {
      listeners.get(name)?.stop();
      listeners.delete(name);
    },
  };
}
