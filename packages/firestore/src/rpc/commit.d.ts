import { type Empty } from '@bufbuild/protobuf/wkt';
import type { CommitOutcome } from '../database/commit-outcome.ts';
import type { FirestoreEmulator } from '../emulator/firestore-emulator.ts';
import type { Document } from '../gen/google/firestore/v1/document_pb.js';
import { type BatchWriteRequest, type BatchWriteResponse, type BeginTransactionRequest, type BeginTransactionResponse, type CommitRequest, type CommitResponse, type CreateDocumentRequest, type DeleteDocumentRequest, type RollbackRequest, type UpdateDocumentRequest } from '../gen/google/firestore/v1/firestore_pb.js';
import { type WriteResult } from '../gen/google/firestore/v1/write_pb.js';
import type { CallContext } from './firestore-service.ts';
/** BeginTransaction of google.firestore.v1.Firestore. */
export declare function beginTransaction(emulator: FirestoreEmulator, request: BeginTransactionRequest, call: CallContext): Promise<BeginTransactionResponse>;
/** Rollback of google.firestore.v1.Firestore. */
export declare function rollback(emulator: FirestoreEmulator, request: RollbackRequest): Promise<Empty>;
/** Commit of google.firestore.v1.Firestore. */
export declare function commit(emulator: FirestoreEmulator, request: CommitRequest, call: CallContext): Promise<CommitResponse>;
/** The WriteResults of a commit, one per write. */
export declare function writeResults({ writes }: CommitOutcome): WriteResult[];
/**
 * BatchWrite of google.firestore.v1.Firestore: each write is committed alone, in order, and has its
 * own status.
 */
export declare function batchWrite(emulator: FirestoreEmulator, request: BatchWriteRequest, call: CallContext): Promise<BatchWriteResponse>;
/**
 * CreateDocument of google.firestore.v1.Firestore. An empty document_id is replaced by a random id.
 */
export declare function createDocument(emulator: FirestoreEmulator, request: CreateDocumentRequest, call: CallContext): Promise<Document>;
/** UpdateDocument of google.firestore.v1.Firestore. */
export declare function updateDocument(emulator: FirestoreEmulator, request: UpdateDocumentRequest, call: CallContext): Promise<Document>;
/** DeleteDocument of google.firestore.v1.Firestore. */
export declare function deleteDocument(emulator: FirestoreEmulator, request: DeleteDocumentRequest, call: CallContext): Promise<Empty>;
