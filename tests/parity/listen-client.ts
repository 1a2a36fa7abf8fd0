// Listeners of the web SDK in Node, over gRPC: one client for each case, with an empty cache.
import { deleteApp, type FirebaseApp, initializeApp } from 'firebase/app';
import {
  Bytes,
  collection,
  collectionGroup,
  connectFirestoreEmulator,
  type DocumentData,
  DocumentReference,
  disableNetwork,
  doc,
  enableNetwork,
  type Firestore,
  GeoPoint,
  getFirestore,
  limit,
  limitToLast,
  onSnapshot,
  orderBy,
  type Query,
  type QueryConstraint,
  query,
  setLogLevel,
  Timestamp,
  terminate,
  type Unsubscribe,
  type WhereFilterOp,
  where,
} from 'firebase/firestore';
import { DOCUMENTS, type Json, type ListenStep, type ListenTarget, type Outcome } from './parity-case.ts';
import type { Server } from './server.ts';

const SETTLE_TIMEOUT_MS = 10_000;
/**
 * A document that no generated target contains: a listener that has seen its version has seen all
 * earlier writes.
 */
const MARKER = 'marker/m';

interface Listener {
  readonly stop: Unsubscribe;
  /** Changes since the last time the client settled. */
  changes: string[];
  documents: Json;
  isCurrent: boolean;
  error: string | undefined;
}

function toJson(value: unknown): Json {
  if (value instanceof Timestamp)
    return `timestamp ${value.toDate().getTime() > Date.now() - 3_600_000 ? 'now' : value.valueOf()}`;
  if (value instanceof GeoPoint) return `geopoint ${value.latitude} ${value.longitude}`;
  if (value instanceof Bytes) return `bytes ${value.toBase64()}`;
  if (value instanceof DocumentReference) return `reference ${value.path}`;
  if (typeof value === 'number') return `number ${Object.is(value, -0) ? '-0' : value}`;
  if (Array.isArray(value)) return value.map(toJson);
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value as DocumentData)
        .sort()
        .map(([key, each]) => [key, toJson(each)]),
    );
  return value as Json;
}

/** Waits for the SDK with a limit: it would wait for a server that does not respond. */
async function inTime(work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, SETTLE_TIMEOUT_MS);
  });
  await Promise.race([work, limit]);
  clearTimeout(timer);
}

/** Listeners on one project of a server. */
export class ListenClient {
  readonly #app: FirebaseApp;
  readonly #db: Firestore;
  readonly #server: Server;
  readonly #projectId: string;
  readonly #listeners = new Map<number, Listener>();
  #isOnline = true;
  #marker = 0;
  #seenMarker = 0;
  #wake = (): void => {};

  constructor(server: Server, projectId: string) {
    setLogLevel('silent');
    this.#server = server;
    this.#projectId = projectId;
    this.#app = initializeApp({ projectId, apiKey: 'none' }, `${server.name}-${projectId}-${Math.random()}`);
    this.#db = getFirestore(this.#app);
    const [host = '', port] = server.address.split(':');
    connectFirestoreEmulator(this.#db, host, Number(port), { mockUserToken: 'owner' });
    onSnapshot(
      doc(this.#db, MARKER),
      (snapshot) => {
        this.#seenMarker = snapshot.get('n') ?? 0;
        this.#wake();
      },
      () => {},
    );
  }

  async execute(step: ListenStep): Promise<Outcome> {
    if ('listen' in step) this.#listen(step.id, step.listen);
    else if ('unlisten' in step) this.#unlisten(step.unlisten);
    else if ('settle' in step) return this.#settle();
    else await this.#setNetwork(step.network === 'on');
    return { status: 200, code: 'OK' };
  }

  async close(): Promise<void> {
    for (const { stop } of this.#listeners.values()) stop();
    await inTime(terminate(this.#db).then(() => deleteApp(this.#app)));
  }

  #target({
    path,
    group = false,
    where: filters = [],
    orderBy: orders = [],
    limit: first,
    limitToLast: last,
  }: ListenTarget): Query {
    const constraints: QueryConstraint[] = [
      ...filters.map(([field, operator, value]) => where(field, operator as WhereFilterOp, value)),
      ...orders.map(([field, direction]) => orderBy(field, direction)),
      ...(first === undefined ? [] : [limit(first)]),
      ...(last === undefined ? [] : [limitToLast(last)]),
    ];
    return query(group ? collectionGroup(this.#db, path) : collection(this.#db, path), ...constraints);
  }

  #listen(id: number, target: ListenTarget): void {
    this.#unlisten(id);
    const listener: Listener = {
      stop: () => {},
      changes: [],
      documents: null,
      isCurrent: false,
      error: undefined,
    };
    const onError = ({ code }: { code: string }) => {
      listener.error = code;
      this.#wake();
    };
    const options = { includeMetadataChanges: true };
    let stop: Unsubscribe;
    if (!target.group && target.path.split('/').length % 2 === 0) {
      stop = onSnapshot(
        doc(this.#db, target.path),
        options,
        (snapshot) => {
          listener.documents = snapshot.exists() ? toJson(snapshot.data()) : null;
          listener.isCurrent = !snapshot.metadata.fromCache;
          this.#wake();
        },
        onError,
      );
    } else {
      stop = onSnapshot(
        this.#target(target),
        options,
        (snapshot) => {
          listener.documents = snapshot.docs.map((each) => [each.ref.path, toJson(each.data())]);
          for (const change of snapshot.docChanges()) {
            listener.changes.push(
              `${change.type} ${change.doc.ref.path} ${change.oldIndex} ${change.newIndex}`,
            );
          }
          listener.isCurrent = !snapshot.metadata.fromCache;
          this.#wake();
        },
        onError,
      );
    }
    this.#listeners.set(id, Object.assign(listener, { stop }));
  }

  #unlisten(id: number): void {
    this.#listeners.get(id)?.stop();
    this.#listeners.delete(id);
  }

  async #setNetwork(isOnline: boolean): Promise<void> {
    if (isOnline === this.#isOnline) return;
    this.#isOnline = isOnline;
    await inTime(isOnline ? enableNetwork(this.#db) : disableNetwork(this.#db));
  }

  #isSettled(): boolean {
    return (
      this.#seenMarker === this.#marker &&
      [...this.#listeners.values()].every(({ isCurrent, error }) => isCurrent || error !== undefined)
    );
  }

  /** Waits until all listeners have seen everything that was written before. */
  async #settle(): Promise<Outcome> {
    if (!this.#isOnline) return { status: 200, code: 'OK' };
    this.#marker++;
    const fields = { n: { integerValue: String(this.#marker) } };
    const body = { writes: [{ update: { name: `${DOCUMENTS}/${MARKER}`, fields } }] };
    await this.#server.send({ verb: 'POST', path: `/v1/${DOCUMENTS}:commit`, body }, this.#projectId);
    const hasSettled = await new Promise<boolean>((resolve) => {
      const timer = setTimeout(() => resolve(false), SETTLE_TIMEOUT_MS);
      this.#wake = () => {
        if (!this.#isSettled()) return;
        clearTimeout(timer);
        resolve(true);
      };
      this.#wake();
    });
    this.#wake = () => {};
    if (!hasSettled) return { status: 0, code: 'NO_RESPONSE' };
    const result = [...this.#listeners]
      .sort(([a], [b]) => a - b)
      .map(([id, listener]) => {
        const { documents, changes, error } = listener;
        listener.changes = [];
        return error === undefined ? { id, documents, changes } : { id, error };
      });
    return { status: 200, code: 'OK', result: result as unknown as Json };
  }
}
