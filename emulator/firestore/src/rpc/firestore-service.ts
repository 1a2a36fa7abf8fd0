// Owns the seam between transports and the database: google.firestore.v1.Firestore as an interface over
// decoded messages. Knows no bytes, no sockets and no storage.

import type { Empty } from '@bufbuild/protobuf/wkt';
import type { ClientConnection } from '../core/client-connection.ts';
import type { Document } from '../gen/google/firestore/v1/document_pb.js';
import type {
  BatchGetDocumentsRequest,
  BatchGetDocumentsResponse,
  BatchWriteRequest,
  BatchWriteResponse,
  BeginTransactionRequest,
  BeginTransactionResponse,
  CommitRequest,
  CommitResponse,
  CreateDocumentRequest,
  DeleteDocumentRequest,
  ExecutePipelineRequest,
  ExecutePipelineResponse,
  GetDocumentRequest,
  ListCollectionIdsRequest,
  ListCollectionIdsResponse,
  ListDocumentsRequest,
  ListDocumentsResponse,
  ListenRequest,
  ListenResponse,
  PartitionQueryRequest,
  PartitionQueryResponse,
  RollbackRequest,
  RunAggregationQueryRequest,
  RunAggregationQueryResponse,
  RunQueryRequest,
  RunQueryResponse,
  UpdateDocumentRequest,
  WriteRequest,
  WriteResponse,
} from '../gen/google/firestore/v1/firestore_pb.js';

/** What a transport knows about one call besides its message. */
export interface CallContext {
  /** The raw Authorization header, e.g. 'Bearer owner'. */
  readonly authorization: string | undefined;
  /** 'projects/P/databases/D' from google-cloud-resource-prefix or the URL; streams use it before their first message names a database. */
  readonly databaseName: string | undefined;
  /** Aborted when the client goes away. */
  readonly signal: AbortSignal;
  /** The connection it came over, where the end of that says something of the client: not over HTTP/1.1. */
  readonly connection?: ClientConnection | undefined;
  readonly transport: 'grpc' | 'rest' | 'webchannel';
}

/**
 * The 17 methods. Refusals are thrown RpcErrors: a unary promise rejects, a stream's iterator throws.
 * Streams are pulled: nothing is produced faster than the transport asks for it.
 */
export interface FirestoreService {
  getDocument(request: GetDocumentRequest, call: CallContext): Promise<Document>;
  listDocuments(request: ListDocumentsRequest, call: CallContext): Promise<ListDocumentsResponse>;
  createDocument(request: CreateDocumentRequest, call: CallContext): Promise<Document>;
  updateDocument(request: UpdateDocumentRequest, call: CallContext): Promise<Document>;
  deleteDocument(request: DeleteDocumentRequest, call: CallContext): Promise<Empty>;
  beginTransaction(request: BeginTransactionRequest, call: CallContext): Promise<BeginTransactionResponse>;
  commit(request: CommitRequest, call: CallContext): Promise<CommitResponse>;
  rollback(request: RollbackRequest, call: CallContext): Promise<Empty>;
  batchWrite(request: BatchWriteRequest, call: CallContext): Promise<BatchWriteResponse>;
  listCollectionIds(request: ListCollectionIdsRequest, call: CallContext): Promise<ListCollectionIdsResponse>;
  partitionQuery(request: PartitionQueryRequest, call: CallContext): Promise<PartitionQueryResponse>;

  batchGetDocuments(
    request: BatchGetDocumentsRequest,
    call: CallContext,
  ): AsyncIterable<BatchGetDocumentsResponse>;
  runQuery(request: RunQueryRequest, call: CallContext): AsyncIterable<RunQueryResponse>;
  runAggregationQuery(
    request: RunAggregationQueryRequest,
    call: CallContext,
  ): AsyncIterable<RunAggregationQueryResponse>;
  executePipeline(request: ExecutePipelineRequest, call: CallContext): AsyncIterable<ExecutePipelineResponse>;

  listen(requests: AsyncIterable<ListenRequest>, call: CallContext): AsyncIterable<ListenResponse>;
  write(requests: AsyncIterable<WriteRequest>, call: CallContext): AsyncIterable<WriteResponse>;
}
