// Reads for server-rendered pages: the web app's own requests, executed with the Admin SDK, which
// bypasses security rules. Therefore this file restricts the collections. It knows nothing about
// pages.

import type { GetRequest, PlainDocument, QueryRequest, ReadRequest } from '@savepoint/model/read-request';
import { timestampsToIsoStrings } from '@savepoint/model/timestamps';
import type { DocumentSnapshot, Firestore, Query } from 'firebase-admin/firestore';
import type { ReadCache } from './read-cache.ts';

/** Public collections; a cached page is served to everybody. */
const PUBLIC_COLLECTIONS = new Set(['products', 'categories', 'reviews', 'settings']);
const DOCUMENT_ID_MAX_BYTES = 1500;

/** A document or null for `get`, a list of documents for `query`; timestamps are ISO strings. */
export type PageReader = (request: ReadRequest) => Promise<unknown>;

/**
 * A reader that rejects requests for anything except documents of public collections, and shares
 * equal reads through `cache`.
 */
export function createPageReader(db: Firestore, cache: ReadCache): PageReader {
  return (request) => cache.read(JSON.stringify(request), () => readPublic(db, request));
}

async function readPublic(db: Firestore, request: ReadRequest): Promise<unknown> {
  const [collection = '', ...rest] = request.path.split('/');
  const isCollectionOrDocument = rest.length === (request.op === 'get' ? 1 : 0);
  if (!PUBLIC_COLLECTIONS.has(collection) || !isCollectionOrDocument)
    throw new Error(`A page may not read '${request.path}'.`);
  return request.op === 'query' ? runQuery(db, request) : getDocument(db, request);
}

async function getDocument(db: Firestore, { path }: GetRequest): Promise<PlainDocument | null> {
  const [collection = '', id = ''] = path.split('/').map(decodeURIComponent);
  if (!isValidDocumentId(id)) return null;
  const snapshot = await db.collection(collection).doc(id).get();
  return snapshot.exists ? toPlainDocument(snapshot) : null;
}

async function runQuery(
  db: Firestore,
  { path, where = [], orderBy = [], limit, select }: QueryRequest,
): Promise<PlainDocument[]> {
  let query: Query = db.collection(path);
  for (const [field, operator, value] of where) query = query.where(field, operator, value);
  for (const [field, direction] of orderBy) query = query.orderBy(field, direction);
  if (limit !== undefined) query = query.limit(limit);
  if (select !== undefined) query = query.select(...select);
  return (await query.get()).docs.map(toPlainDocument);
}

function toPlainDocument(snapshot: DocumentSnapshot): PlainDocument {
  return { ...(timestampsToIsoStrings(snapshot.data()) as object), id: snapshot.id };
}

/**
 * The SDK throws for invalid ids (firebase.google.com/docs/firestore/quotas, constraints on
 * document ids).
 */
export function isValidDocumentId(id: string): boolean {
  return (
    id !== '' &&
    id !== '.' &&
    id !== '..' &&
    !id.includes('/') &&
    !/^__.*__$/.test(id) &&
    Buffer.byteLength(id) <= DOCUMENT_ID_MAX_BYTES
  );
}
