// Owns the Firestore implementation of the store.
import { FieldValue, type Firestore, Timestamp } from 'firebase-admin/firestore';
import type { DocumentQuery, DocumentStore, DocumentTransaction } from './document-store.ts';

/** Tries of one transaction; a rush on one product makes many meet. */
const TRANSACTION_MAX_ATTEMPTS = 12;

export function firestoreDocumentStore(db: Firestore): DocumentStore {
  return {
    runTransaction: (work) =>
      db.runTransaction(
        (transaction) => {
          const door: DocumentTransaction = {
            get: async (path) => plain(await transaction.get(db.doc(path))),
            getAll: async (paths) =>
              paths.length === 0
                ? []
                : (await transaction.getAll(...paths.map((path) => db.doc(path)))).map((snapshot) =>
                    plain(snapshot),
                  ),
            set: (path, fields) => void transaction.set(db.doc(path), fields),
            update: (path, fields) =>
              void transaction.update(db.doc(path), fields as Record<string, unknown>),
            arrayUnion: (path, field, value) =>
              void transaction.set(db.doc(path), { [field]: FieldValue.arrayUnion(value) }, { merge: true }),
            delete: (path) => void transaction.delete(db.doc(path)),
          };
          return work(door);
        },
        { maxAttempts: TRANSACTION_MAX_ATTEMPTS },
      ),
    get: async (path) => plain(await db.doc(path).get()),
    findPaths: (query) => queryPaths(db, query),
  };
}

async function queryPaths(
  db: Firestore,
  { collection, field, value, notAfter, limit }: DocumentQuery,
): Promise<string[]> {
  let query = db.collection(collection).where(field, '==', value);
  if (notAfter) query = query.where(notAfter.field, '<=', notAfter.time).orderBy(notAfter.field);
  const found = await query.limit(limit).select().get();
  return found.docs.map(({ ref }) => ref.path);
}

function plain<T>(snapshot: { exists: boolean; data(): unknown }): T | null {
  return snapshot.exists ? (withDates(snapshot.data()) as T) : null;
}

/** Timestamps, wherever they are, become Dates. */
export function withDates(value: unknown): unknown {
  if (value instanceof Timestamp) return value.toDate();
  if (Array.isArray(value)) return value.map(withDates);
  if (value !== null && typeof value === 'object' && Object.getPrototypeOf(value) === Object.prototype)
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withDates(inner)]));
  return value;
}
