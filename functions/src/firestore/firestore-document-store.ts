import { timestampsToDates } from '@savepoint/model/timestamps';
import { FieldValue, type Firestore } from 'firebase-admin/firestore';
import type { DocumentQuery, DocumentStore, DocumentTransaction } from './document-store.ts';

/** The SDK's default is 5. Many orders of one product at once contend for its document. */
const TRANSACTION_MAX_ATTEMPTS = 12;

/** The document store on Firestore. */
export function firestoreDocumentStore(db: Firestore): DocumentStore {
  return {
    runTransaction: (work) =>
      db.runTransaction(
        (transaction) => {
          const documents: DocumentTransaction = {
            get: async (path) => toDocument(await transaction.get(db.doc(path))),
            getAll: async (paths) =>
              paths.length === 0
                ? []
                : (await transaction.getAll(...paths.map((path) => db.doc(path)))).map((snapshot) =>
                    toDocument(snapshot),
                  ),
            set: (path, fields) => void transaction.set(db.doc(path), fields),
            update: (path, fields) =>
              void transaction.update(db.doc(path), fields as Record<string, unknown>),
            arrayUnion: (path, field, value) =>
              void transaction.set(db.doc(path), { [field]: FieldValue.arrayUnion(value) }, { merge: true }),
            delete: (path) => void transaction.delete(db.doc(path)),
          };
          return work(documents);
        },
        { maxAttempts: TRANSACTION_MAX_ATTEMPTS },
      ),
    get: async (path) => toDocument(await db.doc(path).get()),
    findPaths: (query) => queryPaths(db, query),
  };
}

async function queryPaths(
  db: Firestore,
  { collection, field, value, notAfter, limit }: DocumentQuery,
): Promise<string[]> {
  let query = db.collection(collection).where(field, '==', value);
  if (notAfter) query = query.where(notAfter.field, '<=', notAfter.time).orderBy(notAfter.field);
  const { docs } = await query.limit(limit).select().get();
  return docs.map(({ ref }) => ref.path);
}

function toDocument<T>(snapshot: { exists: boolean; data(): unknown }): T | null {
  return snapshot.exists ? (timestampsToDates(snapshot.data()) as T) : null;
}
