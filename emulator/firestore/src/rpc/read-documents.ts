// Owns GetDocument, BatchGetDocuments and ListDocuments.

import { create } from '@bufbuild/protobuf';
import { microsToTimestamp } from '../core/commit-time.ts';
import { parseFieldPath } from '../core/field-path.ts';
import { parseDocumentName, resourceName } from '../core/resource-name.ts';
import { invalidArgument, RpcError, StatusCode } from '../core/rpc-error.ts';
import { documentMessage, type StoredDocument } from '../core/stored-document.ts';
import type { Principal } from '../database/access-control.ts';
import type { Database, ReadSnapshot } from '../database/database.ts';
import type { FirestoreEmulator } from '../database/firestore-emulator.ts';
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

/** The paths of a read mask; undefined is all fields. */
export function maskPaths(mask: DocumentMask | undefined): (readonly string[])[] | undefined {
  return mask?.fieldPaths.map(parseFieldPath);
}

export async function getDocument(
  emulator: FirestoreEmulator,
  request: GetDocumentRequest,
  call: CallContext,
): Promise<Document> {
  const { database: databaseName, path } = parseDocumentName(request.name);
  const database = emulator.database(databaseName);
  const point = database.resolveConsistency(parseConsistency(request.consistencySelector), call.connection);
  const document = await database.get(path, point, principalOf(call));
  if (!document) throw new RpcError(StatusCode.NOT_FOUND, `Document "${request.name}" not found.`);
  return documentMessage(databaseName, document, maskPaths(request.mask));
}

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
      throw invalidArgument(`Document "${name}" does not lie in the database "${request.database}".`);
    }
    return parsed.path;
  });
  const point = database.resolveConsistency(parseConsistency(request.consistencySelector), call.connection);
  let isTold = point.newTransaction === undefined;
  try {
    const documents = await readAll(database, paths, point, principal);
    for (const response of responsesOf(database, documents, point, mask)) {
      yield response;
      isTold = true;
    }
  } finally {
    // A transaction that nobody can name would keep its locks until it expires.
    if (!isTold) database.rollback(point.newTransaction as Uint8Array);
  }
}

interface ReadDocument {
  readonly path: string;
  readonly document: StoredDocument | undefined;
}

async function readAll(
  database: Database,
  paths: readonly string[],
  point: ReadSnapshot,
  principal: Principal,
): Promise<ReadDocument[]> {
  const found: ReadDocument[] = [];
  const budget = paths.length > 1 ? database.access.newAccessBudget() : undefined;
  for (const path of paths) {
    found.push({ path, document: await database.get(path, point, principal, budget) });
  }
  return found;
}

function* responsesOf(
  database: Database,
  found: readonly ReadDocument[],
  point: ReadSnapshot,
  mask: (readonly string[])[] | undefined,
): Generator<BatchGetDocumentsResponse> {
  const readTime = microsToTimestamp(point.version ?? database.now());
  if (point.newTransaction && found.length === 0) {
    yield create(BatchGetDocumentsResponseSchema, { transaction: point.newTransaction, readTime });
  }
  for (const [index, { path, document }] of found.entries()) {
    const response = create(BatchGetDocumentsResponseSchema);
    response.readTime = readTime;
    // With the first document rather than before it: a message for itself costs as much as the document.
    if (index === 0 && point.newTransaction) response.transaction = point.newTransaction;
    response.result = document
      ? { case: 'found', value: documentMessage(database.name, document, mask) }
      : { case: 'missing', value: resourceName(database.name, path) };
    yield response;
  }
}
