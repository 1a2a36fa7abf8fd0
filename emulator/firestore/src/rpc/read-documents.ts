// Owns GetDocument, BatchGetDocuments and ListDocuments.

import { create } from '@bufbuild/protobuf';
import { microsToTimestamp } from '../core/commit-time.ts';
import { parseFieldPath } from '../core/field-path.ts';
import { parseDocumentName, resourceName } from '../core/resource-name.ts';
import { invalidArgument, RpcError, StatusCode } from '../core/rpc-error.ts';
import { documentMessage } from '../core/stored-document.ts';
import type { FirestoreEmulator } from '../database/firestore-emulator.ts';
import type { DocumentMask } from '../gen/google/firestore/v1/common_pb.js';
import type { Document } from '../gen/google/firestore/v1/document_pb.js';
import {
  type BatchGetDocumentsRequest,
  type BatchGetDocumentsResponse,
  BatchGetDocumentsResponseSchema,
  type GetDocumentRequest,
} from '../gen/google/firestore/v1/firestore_pb.js';
import { principalOf } from './caller.ts';
import { consistencyOf } from './consistency.ts';
import type { CallContext } from './firestore-service.ts';

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
  const point = database.resolve(consistencyOf(request.consistencySelector));
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
  const point = database.resolve(consistencyOf(request.consistencySelector));
  if (point.newTransaction) {
    yield create(BatchGetDocumentsResponseSchema, { transaction: point.newTransaction });
  }
  const found = [];
  const budget = paths.length > 1 ? database.access.newBudget() : undefined;
  for (const path of paths) {
    found.push({ path, document: await database.get(path, point, principal, budget) });
  }
  const readTime = microsToTimestamp(point.past ?? database.now());
  for (const { path, document } of found) {
    const response = create(BatchGetDocumentsResponseSchema);
    response.readTime = readTime;
    response.result = document
      ? { case: 'found', value: documentMessage(database.name, document, mask) }
      : { case: 'missing', value: resourceName(database.name, path) };
    yield response;
  }
}
