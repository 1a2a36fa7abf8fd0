import { randomInt } from 'node:crypto';
import { create } from '@bufbuild/protobuf';
import { type Empty, EmptySchema } from '@bufbuild/protobuf/wkt';
import { microsToTimestamp } from '../core/commit-time.ts';
import { checkId, parseDocumentName, parseParentName, resourceName } from '../core/resource-name.ts';
import { invalidArgument, toRpcError } from '../core/rpc-error.ts';
import { documentMessage } from '../core/stored-document.ts';
import { Fields } from '../core/value.ts';
import { fromFields, toValue } from '../core/value-message.ts';
import type { CommitOutcome, WriteOutcome } from '../database/commit-outcome.ts';
import { type Mutation, parsePrecondition, parseWrite } from '../database/mutation.ts';
import type { FirestoreEmulator } from '../emulator/firestore-emulator.ts';
import type { Document } from '../gen/google/firestore/v1/document_pb.js';
import {
  type BatchWriteRequest,
  type BatchWriteResponse,
  BatchWriteResponseSchema,
  type BeginTransactionRequest,
  type BeginTransactionResponse,
  BeginTransactionResponseSchema,
  type CommitRequest,
  type CommitResponse,
  CommitResponseSchema,
  type CreateDocumentRequest,
  type DeleteDocumentRequest,
  type RollbackRequest,
  type UpdateDocumentRequest,
} from '../gen/google/firestore/v1/firestore_pb.js';
import { type WriteResult, WriteResultSchema } from '../gen/google/firestore/v1/write_pb.js';
import { StatusSchema } from '../gen/google/rpc/status_pb.js';
import { parseTransactionMode } from './consistency.ts';
import type { CallContext } from './firestore-service.ts';
import { principalOf } from './principal.ts';
import { maskPaths } from './read-documents.ts';

/** firestore.proto: the limit on writes of one BatchWrite. */
const MAX_BATCH_WRITES = 500;

/** BeginTransaction of google.firestore.v1.Firestore. */
export async function beginTransaction(
  emulator: FirestoreEmulator,
  request: BeginTransactionRequest,
  call: CallContext,
): Promise<BeginTransactionResponse> {
  const database = emulator.database(request.database);
  const transaction = database.begin(parseTransactionMode(request.options), call.connection);
  return create(BeginTransactionResponseSchema, { transaction: database.transactions.idBytes(transaction) });
}

/** Rollback of google.firestore.v1.Firestore. */
export async function rollback(emulator: FirestoreEmulator, request: RollbackRequest): Promise<Empty> {
  emulator.database(request.database).rollback(request.transaction);
  return create(EmptySchema);
}

/** Commit of google.firestore.v1.Firestore. */
export async function commit(
  emulator: FirestoreEmulator,
  request: CommitRequest,
  call: CallContext,
): Promise<CommitResponse> {
  const database = emulator.database(request.database);
  const mutations = request.writes.map((write) => parseWrite(write, database.name));
  const outcome = await database.commit(mutations, principalOf(call), request.transaction, call);
  return create(CommitResponseSchema, {
    writeResults: writeResults(outcome),
    commitTime: microsToTimestamp(outcome.commitTime),
  });
}

/** The WriteResults of a commit, one per write. */
export function writeResults({ writes }: CommitOutcome): WriteResult[] {
  return writes.map(writeResult);
}

function writeResult({ updateTime, transformResults }: WriteOutcome): WriteResult {
  const result = create(WriteResultSchema);
  if (updateTime !== undefined) result.updateTime = microsToTimestamp(updateTime);
  result.transformResults = transformResults.map(toValue);
  return result;
}

/**
 * BatchWrite of google.firestore.v1.Firestore: each write is committed separately, in order, with
 * its own status.
 */
export async function batchWrite(
  emulator: FirestoreEmulator,
  request: BatchWriteRequest,
  call: CallContext,
): Promise<BatchWriteResponse> {
  const database = emulator.database(request.database);
  const principal = principalOf(call);
  if (request.writes.length > MAX_BATCH_WRITES) {
    throw invalidArgument(`A BatchWrite may hold at most ${MAX_BATCH_WRITES} writes.`);
  }
  const mutations = request.writes.map((write) => parseWrite(write, database.name));
  if (new Set(mutations.map(({ path }) => path)).size !== mutations.length) {
    throw invalidArgument('Cannot write to the same document more than once in a BatchWrite.');
  }
  const response = create(BatchWriteResponseSchema);
  for (const mutation of mutations) {
    try {
      const { writes } = await database.commit([mutation], principal, undefined, call);
      response.writeResults.push(writeResult(writes[0] as WriteOutcome));
      response.status.push(create(StatusSchema));
    } catch (error) {
      const { code, message } = toRpcError(error);
      response.writeResults.push(create(WriteResultSchema));
      response.status.push(create(StatusSchema, { code, message }));
    }
  }
  return response;
}

/**
 * CreateDocument of google.firestore.v1.Firestore. An empty document_id is replaced by a random id.
 */
export async function createDocument(
  emulator: FirestoreEmulator,
  request: CreateDocumentRequest,
  call: CallContext,
): Promise<Document> {
  const parent = parseParentName(request.parent);
  if (request.collectionId === '') throw invalidArgument('collection_id is required.');
  if (request.document !== undefined && request.document.name !== '') {
    throw invalidArgument(
      'document.name must not be set: the parent, collection_id and document_id name it.',
    );
  }
  checkId('Collection', request.collectionId);
  const id = request.documentId === '' ? randomId() : request.documentId;
  const path = `${parent.path === '' ? '' : `${parent.path}/`}${request.collectionId}/${id}`;
  parseDocumentName(resourceName(parent.database, path));
  const fields = fromFields(request.document?.fields ?? {});
  const mutation: Mutation = {
    kind: 'update',
    path,
    fields,
    mask: undefined,
    transforms: [],
    precondition: { exists: false },
  };
  return commitOne(emulator, parent.database, mutation, maskPaths(request.mask), call);
}

/** UpdateDocument of google.firestore.v1.Firestore. */
export async function updateDocument(
  emulator: FirestoreEmulator,
  request: UpdateDocumentRequest,
  call: CallContext,
): Promise<Document> {
  if (!request.document) throw invalidArgument('document is required.');
  const { database, path } = parseDocumentName(request.document.name);
  const mutation: Mutation = {
    kind: 'update',
    path,
    fields: fromFields(request.document.fields),
    // A REST request cannot omit the mask, so an empty one counts as none.
    mask: request.updateMask?.fieldPaths.length ? maskPaths(request.updateMask) : undefined,
    transforms: [],
    precondition: request.currentDocument && parsePrecondition(request.currentDocument),
  };
  return commitOne(emulator, database, mutation, maskPaths(request.mask), call);
}

/** DeleteDocument of google.firestore.v1.Firestore. */
export async function deleteDocument(
  emulator: FirestoreEmulator,
  request: DeleteDocumentRequest,
  call: CallContext,
): Promise<Empty> {
  const { database, path } = parseDocumentName(request.name);
  const mutation: Mutation = {
    kind: 'delete',
    path,
    fields: new Fields(),
    mask: undefined,
    transforms: [],
    precondition: request.currentDocument && parsePrecondition(request.currentDocument),
  };
  await emulator.database(database).commit([mutation], principalOf(call), undefined, call);
  return create(EmptySchema);
}

async function commitOne(
  emulator: FirestoreEmulator,
  databaseName: string,
  mutation: Mutation,
  mask: (readonly string[])[] | undefined,
  call: CallContext,
): Promise<Document> {
  const database = emulator.database(databaseName);
  const { writes } = await database.commit([mutation], principalOf(call), undefined, call);
  const written = writes[0]?.document;
  if (!written) throw new Error('An update did not result in a document.');
  return documentMessage(databaseName, written, mask);
}

const ID_CHARACTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

function randomId(): string {
  return Array.from({ length: 20 }, () => ID_CHARACTERS[randomInt(ID_CHARACTERS.length)]).join('');
}
