// Requests and subscriptions through the Firestore and Functions SDKs, with plain data both ways.
// Loaded on demand, by authenticated requests, writes, callables and subscriptions.
import { timestampsToIsoStrings } from '@savepoint/model/timestamps';
import type { DocumentData, DocumentSnapshot, QueryConstraint } from 'firebase/firestore';
import { type BackendError, toBackendError } from './backend-error.ts';
import { type BackendRequest, type PlainDocument, type QueryRequest, SERVER_TIME } from './request.ts';
import { type LoadedFirestore, loadFirestore, loadFunctions } from './sdk.ts';

function toSdk(value: unknown, sdk: LoadedFirestore['sdk']): unknown {
  if (Array.isArray(value)) return value.map((item) => toSdk(item, sdk));
  if (typeof value !== 'object' || value === null) return value;
  if ('$serverTime' in value && value.$serverTime === SERVER_TIME.$serverTime) return sdk.serverTimestamp();
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, toSdk(field, sdk)]));
}

function toDocument(snapshot: DocumentSnapshot): PlainDocument | null {
  if (!snapshot.exists()) return null;
  const fields = timestampsToIsoStrings(snapshot.data({ serverTimestamps: 'estimate' })) as Record<
    string,
    unknown
  >;
  return { ...fields, id: snapshot.id };
}

/** `after` is the document of `request.after`. */
function toQuery({ db, sdk }: LoadedFirestore, request: QueryRequest, after?: DocumentSnapshot) {
  const constraints: QueryConstraint[] = [
    ...(request.where ?? []).map(([field, operator, value]) => sdk.where(field, operator, value)),
    ...(request.orderBy ?? []).map(([field, direction]) => sdk.orderBy(field, direction)),
    ...(after === undefined ? [] : [sdk.startAfter(after)]),
    ...(request.limit === undefined ? [] : [sdk.limit(request.limit)]),
  ];
  return sdk.query(sdk.collection(db, request.path), ...constraints);
}

async function call(name: string, data: unknown): Promise<unknown> {
  const { functions, sdk } = await loadFunctions();
  const result = await sdk.httpsCallable(functions, name)(data);
  return result.data ?? null;
}

/**
 * Sends a request; see BackendRequest for its result. Rejects with the SDK's errors and with
 * BackendException.
 */
export async function sdkRequest(request: BackendRequest): Promise<unknown> {
  if (request.op === 'call') return call(request.name, request.data);
  const loaded = await loadFirestore();
  const { db, sdk } = loaded;
  const fields = 'data' in request ? (toSdk(request.data, sdk) as DocumentData) : {};
  switch (request.op) {
    case 'get':
      return toDocument(await sdk.getDoc(sdk.doc(db, request.path)));
    case 'query': {
      // A snapshot is exact, even between documents with equal ordered fields.
      const after =
        request.after === undefined ? undefined : await sdk.getDoc(sdk.doc(db, request.path, request.after));
      return (await sdk.getDocs(toQuery(loaded, request, after))).docs.map(toDocument);
    }
    case 'add':
      return (await sdk.addDoc(sdk.collection(db, request.path), fields)).id;
    case 'set':
      await sdk.setDoc(sdk.doc(db, request.path), fields, { merge: request.merge ?? false });
      return null;
    case 'update':
      await sdk.updateDoc(sdk.doc(db, request.path), fields);
      return null;
    case 'delete':
      await sdk.deleteDoc(sdk.doc(db, request.path));
      return null;
  }
}

/**
 * Subscribes to a document: `onChange` gets it now and on every change, null if it does not exist.
 * A document that is only missing from the offline cache is not reported. The returned function
 * unsubscribes.
 */
export async function subscribeToDocument(
  path: string,
  onChange: (document: PlainDocument | null) => void,
  onError: (error: BackendError) => void,
): Promise<() => void> {
  const { db, sdk } = await loadFirestore();
  return sdk.onSnapshot(
    sdk.doc(db, path),
    (snapshot) => {
      if (snapshot.exists() || !snapshot.metadata.fromCache) onChange(toDocument(snapshot));
    },
    (error) => onError(toBackendError(error)),
  );
}

/** Subscribes to the documents of a query. The returned function unsubscribes. */
export async function subscribeToQuery(
  request: QueryRequest,
  onChange: (documents: PlainDocument[]) => void,
  onError: (error: BackendError) => void,
): Promise<() => void> {
  const loaded = await loadFirestore();
  return loaded.sdk.onSnapshot(
    toQuery(loaded, request),
    (snapshot) => onChange(snapshot.docs.map((document) => toDocument(document) as PlainDocument)),
    (error) => onError(toBackendError(error)),
  );
}
