import { timestampsToDates } from '@savepoint/model/timestamps';
import {
  FieldPath,
  FieldValue,
  type Firestore,
  type Query,
  type Timestamp,
  type Transaction,
} from 'firebase-admin/firestore';
import {
  type DocumentStore,
  type DocumentTransaction,
  type DueDocument,
  type DueQuery,
  type FindQuery,
  type FoundDocument,
  isExisting,
  type StatefulDocument,
  type StateQuery,
} from './document-store.ts';

/** The SDK's default is 5. Concurrent orders of one product contend for its document. */
const TRANSACTION_MAX_ATTEMPTS = 12;

/** Wraps an SDK transaction for use cases that need both. */
export function documentTransaction(db: Firestore, transaction: Transaction): DocumentTransaction {
  return {
    get: async (path) => toDocument(await transaction.get(db.doc(path))),
    getAll: async (paths) =>
      paths.length === 0
        ? []
        : (await transaction.getAll(...paths.map((path) => db.doc(path)))).map((snapshot) =>
            toDocument(snapshot),
          ),
    set: (path, fields) => void transaction.set(db.doc(path), fields),
    create: (path, fields) => void transaction.create(db.doc(path), fields),
    update: (path, fields) => void transaction.update(db.doc(path), fields as Record<string, unknown>),
    arrayUnion: (path, field, value) =>
      void transaction.set(db.doc(path), { [field]: FieldValue.arrayUnion(value) }, { merge: true }),
    delete: (path) => void transaction.delete(db.doc(path)),
    newId: () => db.collection('ids').doc().id,
  };
}

/** The document store on Firestore. */
export function firestoreDocumentStore(db: Firestore): DocumentStore {
  return {
    runTransaction: (work) =>
      db.runTransaction((transaction) => work(documentTransaction(db, transaction)), {
        maxAttempts: TRANSACTION_MAX_ATTEMPTS,
      }),
    get: async (path) => toDocument(await db.doc(path).get()),
    getAll: async <T>(paths: readonly string[]) => {
      const snapshots = await db.getAll(...paths.map((path) => db.doc(path)));
      const readAt = snapshots[0]?.readTime.toDate() ?? new Date(0);
      return { documents: snapshots.map((snapshot) => toDocument<T>(snapshot)), readAt };
    },
    create: async (path, fields) => {
      try {
        await db.doc(path).create(fields);
        return true;
      } catch (error) {
        if (!isExisting(error)) throw error;
        return false;
      }
    },
    findDue: (query) => queryDue(db, query),
    findInState: (query) => queryState(db, query),
    find: (query) => findDocuments(db, query),
  };
}

async function queryDue(
  db: Firestore,
  { collection, state, dueBy, limit, after }: DueQuery,
): Promise<DueDocument[]> {
  const due = db
    .collection(collection)
    .where('state', '==', state)
    .where('nextAttemptAt', '<=', dueBy)
    .orderBy('nextAttemptAt')
    .orderBy(FieldPath.documentId());
  const page = after === undefined ? due : due.startAfter(after.nextAttemptAt, after.id);
  const { docs } = await page.limit(limit).select('nextAttemptAt').get();
  return docs.map((document) => ({
    id: document.id,
    nextAttemptAt: (document.get('nextAttemptAt') as Timestamp).toDate(),
  }));
}

async function queryState(
  db: Firestore,
  { collection, state, limit, after }: StateQuery,
): Promise<StatefulDocument[]> {
  const found = db.collection(collection).where('state', '==', state).orderBy(FieldPath.documentId());
  const page = after === undefined ? found : found.startAfter(after);
  const { docs } = await page.limit(limit).select('nextAttemptAt').get();
  return docs.map((document) => ({
    id: document.id,
    isScheduled: document.get('nextAttemptAt') !== undefined,
  }));
}

async function findDocuments<T>(
  db: Firestore,
  { collection, where, orderBy, until, limit, after }: FindQuery,
): Promise<FoundDocument<T>[]> {
  let query: Query = db.collection(collection);
  for (const [field, value] of Object.entries(where)) query = query.where(field, '==', value);
  if (orderBy !== undefined && until !== undefined) query = query.where(orderBy, '<=', until);
  query = query.orderBy(orderBy ?? FieldPath.documentId());
  if (after !== undefined) query = query.startAfter(after);
  const { docs } = await query.limit(limit).get();
  return docs.map((snapshot) => ({ id: snapshot.id, fields: timestampsToDates(snapshot.data()) as T }));
}

function toDocument<T>(snapshot: { exists: boolean; data(): unknown }): T | null {
  return snapshot.exists ? (timestampsToDates(snapshot.data()) as T) : null;
}
