import { deleteApp, initializeApp } from 'firebase-admin/app';
import * as sdk from 'firebase-admin/firestore';
import {
  AdapterError,
  type ClientAdapter,
  type NeutralFields,
  type NeutralFilter,
  type NeutralQuery,
  type NeutralValue,
  type Operations,
} from '../client-adapter.ts';
import { mapErrorCodes, pickOperations } from './node-adapters.ts';

const CODES = [
  'ok',
  'cancelled',
  'unknown',
  'invalid-argument',
  'deadline-exceeded',
  'not-found',
  'already-exists',
  'permission-denied',
  'resource-exhausted',
  'failed-precondition',
  'aborted',
  'out-of-range',
  'unimplemented',
  'internal',
  'unavailable',
  'data-loss',
  'unauthenticated',
];

interface Tagged {
  readonly [tag: string]: unknown;
}

// Without this the library tries to reach Google's metadata server.
process.env.METADATA_SERVER_DETECTION ??= 'none';

let appCount = 0;

function decode(db: sdk.Firestore, value: NeutralValue): unknown {
  if (Array.isArray(value)) return value.map((each) => decode(db, each));
  if (typeof value !== 'object' || value === null) return value;
  const tagged = value as Tagged;
  if ('$number' in tagged) return Number(tagged.$number);
  if ('$time' in tagged) return new sdk.Timestamp(...(tagged.$time as [number, number]));
  if ('$bytes' in tagged) return Buffer.from(tagged.$bytes as string, 'base64');
  if ('$point' in tagged) return new sdk.GeoPoint(...(tagged.$point as [number, number]));
  if ('$reference' in tagged) return db.doc(tagged.$reference as string);
  if ('$vector' in tagged) return sdk.FieldValue.vector(tagged.$vector as number[]);
  if ('$transform' in tagged) return decodeTransform(db, tagged);
  return decodeFields(db, value as NeutralFields);
}

function decodeTransform(db: sdk.Firestore, tagged: Tagged): unknown {
  const values = (): unknown[] => (tagged.values as NeutralValue[]).map((each) => decode(db, each));
  switch (tagged.$transform) {
    case 'serverTime':
      return sdk.FieldValue.serverTimestamp();
    case 'remove':
      return sdk.FieldValue.delete();
    case 'increment':
      return sdk.FieldValue.increment(tagged.by as number);
    case 'union':
      return sdk.FieldValue.arrayUnion(...values());
    default:
      return sdk.FieldValue.arrayRemove(...values());
  }
}

function decodeFields(db: sdk.Firestore, fields: NeutralFields): sdk.DocumentData {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, decode(db, value)]));
}

/** The class VectorValue is not exported. */
function isVector(value: unknown): value is { toArray(): number[] } {
  return value?.constructor.name === 'VectorValue';
}

function encode(value: unknown): NeutralValue {
  if (typeof value === 'number') {
    const needsTag = Object.is(value, -0) || !Number.isFinite(value);
    return needsTag ? { $number: Object.is(value, -0) ? '-0' : String(value) } : value;
  }
  if (Array.isArray(value)) return value.map(encode);
  if (value instanceof sdk.Timestamp) return { $time: [value.seconds, value.nanoseconds] };
  if (value instanceof Uint8Array) return { $bytes: Buffer.from(value).toString('base64') };
  if (value instanceof sdk.GeoPoint) return { $point: [value.latitude, value.longitude] };
  if (value instanceof sdk.DocumentReference) return { $reference: value.path };
  if (isVector(value)) return { $vector: value.toArray() };
  if (typeof value === 'object' && value !== null) return encodeFields(value as Tagged);
  return value as NeutralValue;
}

function encodeFields(fields: Tagged): NeutralFields {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, encode(value)]));
}

function filterOf(db: sdk.Firestore, filter: NeutralFilter): sdk.Filter {
  if ('and' in filter) return sdk.Filter.and(...filter.and.map((each) => filterOf(db, each)));
  if ('or' in filter) return sdk.Filter.or(...filter.or.map((each) => filterOf(db, each)));
  const field = filter.field === '__name__' ? sdk.FieldPath.documentId() : filter.field;
  return sdk.Filter.where(field, filter.op, decode(db, filter.value));
}

function queryOf(db: sdk.Firestore, query: NeutralQuery): sdk.Query {
  let result: sdk.Query = query.isGroup
    ? db.collectionGroup(query.collection)
    : db.collection(query.collection);
  for (const filter of query.where ?? []) result = result.where(filterOf(db, filter));
  for (const [field, direction] of query.orderBy ?? []) {
    result = result.orderBy(field === '__name__' ? sdk.FieldPath.documentId() : field, direction);
  }
  const values = (cursor: readonly NeutralValue[]): unknown[] => cursor.map((each) => decode(db, each));
  if (query.startAt) result = result.startAt(...values(query.startAt));
  if (query.startAfter) result = result.startAfter(...values(query.startAfter));
  if (query.endAt) result = result.endAt(...values(query.endAt));
  if (query.endBefore) result = result.endBefore(...values(query.endBefore));
  if (query.limit !== undefined) result = result.limit(query.limit);
  if (query.limitToLast !== undefined) result = result.limitToLast(query.limitToLast);
  return result;
}

function toDocuments(snapshot: sdk.QuerySnapshot): { path: string; fields: NeutralFields }[] {
  return snapshot.docs.map((each) => ({ path: each.ref.path, fields: encodeFields(each.data()) }));
}

function operationsOf(db: sdk.Firestore): Operations {
  const listeners = new Map<
    string,
    { snapshots: ReturnType<typeof toDocuments>[]; wake: () => void; stop: () => void }
  >();
  return {
    async get(path) {
      const data = (await db.doc(path).get()).data();
      return data === undefined ? null : encodeFields(data);
    },
    async write(writes) {
      const batch = db.batch();
      for (const write of writes) {
        if ('delete' in write) batch.delete(db.doc(write.delete));
        else if ('update' in write) batch.update(db.doc(write.update), decodeFields(db, write.fields));
        else batch.set(db.doc(write.set), decodeFields(db, write.fields), { merge: write.merge === true });
      }
      await batch.commit();
    },
    async query(query) {
      return toDocuments(await queryOf(db, query).get());
    },
    async aggregate(query, aggregates) {
      const spec = Object.fromEntries(
        Object.entries(aggregates).map(([alias, each]) => {
          if (each === 'count') return [alias, sdk.AggregateField.count()];
          const [kind, field] = each;
          return [alias, kind === 'sum' ? sdk.AggregateField.sum(field) : sdk.AggregateField.average(field)];
        }),
      );
      return encodeFields((await queryOf(db, query).aggregate(spec).get()).data());
    },
    addInTransaction(path, by) {
      return db.runTransaction(async (transaction) => {
        const document = await transaction.get(db.doc(path));
        const n = ((document.data()?.n as number | undefined) ?? 0) + by;
        transaction.set(document.ref, { n });
        return n;
      });
    },
    async listen(name, query) {
      const listener = { snapshots: [] as ReturnType<typeof toDocuments>[], wake: () => {}, stop: () => {} };
      listener.stop = queryOf(db, query).onSnapshot((snapshot) => {
        listener.snapshots.push(toDocuments(snapshot));
        listener.wake();
      });
      listeners.set(name, listener);
    },
    async awaitSnapshot(name, count) {
      const listener = listeners.get(name);
      if (listener === undefined) throw new AdapterError('not-found', `no listener is called ${name}`);
      for (;;) {
        const next = listener.snapshots.shift();
        if (next?.length === count) return next;
        if (next !== undefined) continue;
        await new Promise<void>((resolve) => {
          listener.wake = resolve;
        });
      }
    },
    async unlisten(name) {
      listeners.get(name)?.stop();
      listeners.delete(name);
    },
  };
}

/** firebase-admin over gRPC, as the owner. */
export async function createAdminAdapter(host: string, projectId: string): Promise<ClientAdapter> {
  const app = initializeApp({ projectId }, `admin-${appCount++}`);
  const db = sdk.initializeFirestore(app, {});
  db.settings({ host, ssl: false });
  const codeOf = ({ code }: { code?: unknown }): string =>
    typeof code === 'number' ? (CODES[code] ?? 'unknown') : String(code ?? 'unknown');
  return {
    ...pickOperations(mapErrorCodes(operationsOf(db), codeOf)),
    name: 'firebase-admin (gRPC)',
    canListen: true,
    isOwner: true,
    async close() {
      await db.terminate();
      await deleteApp(app);
    },
  };
}
