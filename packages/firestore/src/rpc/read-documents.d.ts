import type { FirestoreEmulator } from '../emulator/firestore-emulator.ts';
import type { DocumentMask } from '../gen/google/firestore/v1/common_pb.js';
import type { Document } from '../gen/google/firestore/v1/document_pb.js';
import { type BatchGetDocumentsRequest, type BatchGetDocumentsResponse, type GetDocumentRequest } from '../gen/google/firestore/v1/firestore_pb.js';
import type { CallContext } from './firestore-service.ts';
/** Decodes a DocumentMask; undefined selects all fields. */
export declare function maskPaths(mask: DocumentMask | undefined): (readonly string[])[] | undefined;
/** GetDocument of google.firestore.v1.Firestore. */
export declare function getDocument(emulator: FirestoreEmulator, request: GetDocumentRequest, call: CallContext): Promise<Document>;
/**
 * BatchGetDocuments of google.firestore.v1.Firestore. Each document is returned once, in the order
 * of the request.
 */
export declare function batchGetDocuments(emulator: FirestoreEmulator, request: BatchGetDocumentsRequest, call: CallContext): AsyncGenerator<BatchGetDocumentsResponse>;
