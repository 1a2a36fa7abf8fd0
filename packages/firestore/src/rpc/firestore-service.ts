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

/** The context of one call, independent of its transport. */
export interface CallContext {
  /** The raw Authorization header, e.g. 'Bearer owner'. */
  readonly authorization: string | undefined;
  /**
   * 'projects/P/databases/D' from the google-cloud-resource-prefix header or the URL. Streams use
   * it if their first message does not name a database.
   */
  readonly databaseName: string | undefined;
  /** Aborted when the client disconnects or cancels the call. */
  readonly signal: AbortSignal;
  /**
   * The call's connection, if its end means that the client is gone. Undefined over HTTP/1.1, whose
   * clients close idle connections.
   */
  readonly connection?: ClientConnection | undefined;
  readonly transport: 'grpc' | 'rest' | 'webchannel';
  /** The `traceparent` header, with which the client continues its trace. */
  readonly traceparent?: string | undefined;
}

/**
 * The 17 methods of google.firestore.v1.Firestore over decoded messages. Errors are RpcErrors: the
 * promise of a unary method rejects, the iterator of a stream throws. Streams are pull-based, so
 * the transport applies back-pressure.
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
