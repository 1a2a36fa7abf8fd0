// The real transports with a fake service that stores documents in a map, for tests only.

import { create } from '@bufbuild/protobuf';
import { EmptySchema } from '@bufbuild/protobuf/wkt';
import { RpcError, StatusCode } from '../core/rpc-error.ts';
import type { Document } from '../gen/google/firestore/v1/document_pb.js';
import {
  CommitResponseSchema,
  ListenResponseSchema,
  RunQueryResponseSchema,
  WriteResponseSchema,
} from '../gen/google/firestore/v1/firestore_pb.js';
import type { CallContext, FirestoreService } from '../rpc/firestore-service.ts';
import type { AdminApi } from '../transport/admin.ts';
import { FirestoreServer } from './firestore-server.ts';

/** Received requests and their effects, for assertions. */
interface RecordedCalls {
  readonly calls: CallContext[];
  /** Every Listen and Write request, and the number of writes of every Commit. */
  readonly messages: unknown[];
  /** The number of Listen responses. */
  produced: number;
  /** The number of Listen streams that have ended. */
  ended: number;
}

function unimplemented(): never {
  throw new RpcError(StatusCode.UNIMPLEMENTED, 'not implemented by the test server');
}

function service(recorded: RecordedCalls): FirestoreService {
  const documents = new Map<string, Document>();
  return {
    async getDocument({ name }) {
      const found = documents.get(name);
      if (found === undefined) throw new RpcError(StatusCode.NOT_FOUND, `${name} not found`);
      return found;
    },
    async updateDocument({ document }, call) {
      recorded.calls.push(call);
      if (document === undefined) throw new RpcError(StatusCode.INVALID_ARGUMENT, 'no document');
      documents.set(document.name, document);
      return document;
    },
    async deleteDocument({ name }) {
      documents.delete(name);
      return create(EmptySchema);
    },
    async commit({ writes }) {
      recorded.messages.push(writes.length);
      return create(CommitResponseSchema);
    },
    async *runQuery() {
      for (const document of documents.values()) yield create(RunQueryResponseSchema, { document });
    },
    async *listen(requests, call) {
      recorded.calls.push(call);
      try {
        for await (const request of requests) {
          recorded.messages.push(request);
          const target = request.targetChange.case === 'addTarget' ? request.targetChange.value.targetId : 0;
          if (target === 13) throw new RpcError(StatusCode.PERMISSION_DENIED, 'denied');
          const isEndless = target === 99;
          do {
            if (call.signal.aborted) return;
            recorded.produced++;
            const name = isEndless ? 'x'.repeat(100_000) : `🎮${target}`;
            yield create(ListenResponseSchema, {
              responseType: { case: 'documentChange', value: { document: { name }, targetIds: [target] } },
            });
          } while (isEndless);
        }
      } finally {
        recorded.ended++;
      }
    },
    async *write(requests, call) {
      recorded.calls.push(call);
      for await (const request of requests) {
        recorded.messages.push(request);
        yield create(WriteResponseSchema, { streamId: 's', streamToken: new Uint8Array([1]) });
      }
    },
    listDocuments: unimplemented,
    createDocument: unimplemented,
    beginTransaction: unimplemented,
    rollback: unimplemented,
    batchWrite: unimplemented,
    listCollectionIds: unimplemented,
    partitionQuery: unimplemented,
    batchGetDocuments: unimplemented,
    runAggregationQuery: unimplemented,
    executePipeline: unimplemented,
  };
}

const admin: AdminApi = {
  setRules: (_scope, file) =>
    file.content === 'bad'
      ? {
          loaded: false,
          issues: [{ severity: 'ERROR', description: 'is bad', sourcePosition: { line: 1, column: 2 } }],
        }
      : { loaded: true, issues: [] },
  clearDocuments: () => {},
  registerTrigger: () => {},
  setIndexes: () => {},
  rules: () => ({ files: [], issues: [] }),
  exportDatabase: async () => {},
  importDatabase: async () => {},
  advanceClock: async () => 0,
  testRules: unimplemented,
  limitsReport: () => ({}),
  sentEvents: () => [],
  redeliver: () => false,
  coverage: (_scope, form) => ({ contentType: 'text/plain', text: form }),
};

/** Starts the server on a free port. */
export async function startTestServer(): Promise<{
  url: string;
  port: number;
  recorded: RecordedCalls;
  server: FirestoreServer;
}> {
  const recorded: RecordedCalls = { calls: [], messages: [], produced: 0, ended: 0 };
  const grpc = { accept: unimplemented, close: () => {} };
  const server = await FirestoreServer.start({
    service: service(recorded),
    admin,
    grpc,
    host: '127.0.0.1',
    port: 0,
  });
  const { port } = server.address;
  return { url: `http://127.0.0.1:${port}`, port, recorded, server };
}
