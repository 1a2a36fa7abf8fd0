import { create } from '@bufbuild/protobuf';
import { microsToTimestamp } from '../core/commit-time.ts';
import { parseFieldPath } from '../core/field-path.ts';
import { parseDocumentName, resourceName } from '../core/resource-name.ts';
import { invalidArgument, RpcError, StatusCode } from '../core/rpc-error.ts';
import { documentMessage, type StoredDocument } from '../core/stored-document.ts';
import type { Principal } from '../database/access-control.ts';
import type { Database } from '../database/database.ts';
import type { ReadSnapshot } from '../database/read-snapshot.ts';
import type { FirestoreEmulator } from '../emulator/firestore-emulator.ts';
import type { DocumentMask } from '../gen/google/firestore/v1/common_pb.js';
import type { Document } from '../gen/google/firestore/v1/document_pb.js';
import {
  type BatchGetDocumentsRequest,
  type BatchGetDocumentsResponse,
  BatchGetDocumentsResponseSchema,
  type GetDocumentRequest,
} from '../gen/google/firestore/v1/firestore_pb.js';
import { parseConsistency } from './consistency.ts';
import type { CallContext } from './firestore-service.ts';
import { principalOf } from './principal.ts';

/** Decodes a DocumentMask; undefined selects all fields. */
export function maskPaths(mask: DocumentMask | undefined): (readonly string[])[] | undefined {
  return mask?.fieldPaths.map(parseFieldPath);
}

/** GetDocument of google.firestore.v1.Firestore. */
export async function getDocument(
  emulator: FirestoreEmulator,
  request: GetDocumentRequest,
  call: CallContext,
): Promise<Document> {
  const { database: databaseName, path } = parseDocumentName(request.name);
  const mask = maskPaths(request.mask);
  const database = emulator.database(databaseName);
  const snapshot = database.resolveConsistency(
    parseConsistency(request.consistencySelector),
    call.connection,
  );
  const document = await database.get(path, snapshot, principalOf(call));
  if (!document) throw new RpcError(StatusCode.NOT_FOUND, `Document "${request.name}" not found.`);
  return documentMessage(databaseName, document, mask);
}

/**
 * BatchGetDocuments of google.firestore.v1.Firestore. Each document is returned once, in the order
 * of the request.
 */
export async function* batchGetDocuments(
  emulator: FirestoreEmulator,
  request: BatchGetDocumentsRequest,
  call: CallContext,
): AsyncGenerator<BatchGetDocumentsResponse> {
  const database = emulator.database(request.database);
  const principal = principalOf(call);
  const mask = maskPaths(request.mask);
  const paths = [...new Set(request.documents)].map((name) => {
    const parsed = parseDocumentName(name);
    if (parsed.database !== request.database) {
      throw invalidArgument(`Document "${name}" does not belong to the database "${request.database}".`);
    }
    return parsed.path;
  });
  const snapshot = database.resolveConsistency(
    parseConsistency(request.consistencySelector),
    call.connection,
  );
  let isTransactionSent = snapshot.newTransaction === undefined;
  try {
    const documents = await readAll(database, paths, snapshot, principal);
    for (const response of responsesOf(database, documents, snapshot, mask)) {
      yield response;
      isTransactionSent = true;
    }
  } finally {
    // The client never received the transaction's id, so nobody could end it before it expires.
    if (!isTransactionSent) database.rollback(snapshot.newTransaction as Uint8Array);
  }
}

interface ReadDocument {
  readonly path: string;
  readonly document: StoredDocument | undefined;
}

async function readAll(
  database: Database,
  paths: readonly string[],
  snapshot: ReadSnapshot,
  principal: Principal,
): Promise<ReadDocument[]> {
  const found: ReadDocument[] = [];
  const budget = paths.length > 1 ? database.access.newAccessBudget() : undefined;
  for (const path of paths) {
    found.push({ path, document: await database.get(path, snapshot, principal, budget) });
  }
  return found;
}

function* responsesOf(
  database: Database,
  found: readonly ReadDocument[],
  snapshot: ReadSnapshot,
  mask: (readonly string[])[] | undefined,
): Generator<BatchGetDocumentsResponse> {
  const readTime = microsToTimestamp(snapshot.version ?? database.now());
  if (snapshot.newTransaction && found.length === 0) {
    yield create(BatchGetDocumentsResponseSchema, { transaction: snapshot.newTransaction, readTime });
  }
  for (const [index, { path, document }] of found.entries()) {
    const response = create(BatchGetDocumentsResponseSchema);
    response.readTime = readTime;
    // Sent with the first document: a separate message would double the cost of a single get.
    if (index === 0 && snapshot.newTransaction) response.transaction = snapshot.newTransaction;
    response.result = document
      ? { case: 'found', value: documentMessage(database.name, document, mask) }
      : { case: 'missing', value: resourceName(database.name, path) };
    yield response;
  }
}
