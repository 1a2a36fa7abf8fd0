// Owns a server for tests: the real doors in front of a small service that keeps documents in a map. Used by tests only.

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

/** What the service saw, for assertions. */
export interface RecordedCalls {
  readonly calls: CallContext[];
  /** JSON of every listen or write request that arrived. */
  readonly messages: unknown[];
  /** Messages that the endless stream has produced. */
  produced: number;
  /** Streams that have ended. */
  ended: number;
}

function unimplemented(): never {
  throw new RpcError(StatusCode.UNIMPLEMENTED, 'not part of this test');
}

function service(seen: RecordedCalls): FirestoreService {
  const documents = new Map<string, Document>();
  return {
    async getDocument({ name }) {
      const found = documents.get(name);
      if (found === undefined) throw new RpcError(StatusCode.NOT_FOUND, `${name} not found`);
      return found;
    },
    async updateDocument({ document }, call) {
      seen.calls.push(call);
      if (document === undefined) throw new RpcError(StatusCode.INVALID_ARGUMENT, 'no document');
      documents.set(document.name, document);
      return document;
    },
    async deleteDocument({ name }) {
      documents.delete(name);
      return create(EmptySchema);
    },
    async commit({ writes }) {
      seen.messages.push(writes.length);
      return create(CommitResponseSchema);
    },
    async *runQuery() {
      for (const document of documents.values()) yield create(RunQueryResponseSchema, { document });
    },
    async *listen(requests, call) {
      seen.calls.push(call);
      try {
        for await (const request of requests) {
          seen.messages.push(request);
          const target = request.targetChange.case === 'addTarget' ? request.targetChange.value.targetId : 0;
          if (target === 13) throw new RpcError(StatusCode.PERMISSION_DENIED, 'unlucky');
          const isEndless = target === 99;
          do {
            if (call.signal.aborted) return;
            seen.produced++;
            const name = isEndless ? 'x'.repeat(100_000) : `🎮${target}`;
            yield create(ListenResponseSchema, {
              responseType: { case: 'documentChange', value: { document: { name }, targetIds: [target] } },
            });
          } while (isEndless);
        }
      } finally {
        seen.ended++;
      }
    },
    async *write(requests, call) {
      seen.calls.push(call);
      for await (const request of requests) {
        seen.messages.push(request);
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
  setRules: (_project, [file]) =>
    file?.content === 'bad'
      ? {
          loaded: false,
          issues: [{ severity: 'ERROR', description: 'is bad', sourcePosition: { line: 1, column: 2 } }],
        }
      : { loaded: true, issues: [] },
  clearDocuments: () => {},
  registerTrigger: () => {},
  exportDatabase: async () => {},
  coverage: (_project, form) => ({ contentType: 'text/plain', text: form }),
};

/** Starts the server on a free port. */
export async function startTestServer(): Promise<{
  url: string;
  port: number;
  seen: RecordedCalls;
  server: FirestoreServer;
}> {
  const seen: RecordedCalls = { calls: [], messages: [], produced: 0, ended: 0 };
  const grpc = { accept: unimplemented, close: () => {} };
  const server = await FirestoreServer.start({
    service: service(seen),
    admin,
    grpc,
    host: '127.0.0.1',
    port: 0,
  });
  const { port } = server.address;
  return { url: `http://127.0.0.1:${port}`, port, seen, server };
}
