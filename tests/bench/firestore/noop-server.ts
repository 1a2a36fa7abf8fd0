// A gRPC server that does nothing: every commit succeeds, every document exists with one field,
// nothing is stored. It shows the maximum that any server on the same gRPC library can reach.
// Usage: node noop-server.ts PORT

import { createRequire } from 'node:module';
import { create, fromBinary, toBinary } from '@bufbuild/protobuf';
import type { handleServerStreamingCall, handleUnaryCall } from '@grpc/grpc-js';
import {
  BatchGetDocumentsRequestSchema,
  BatchGetDocumentsResponseSchema,
  CommitResponseSchema,
} from '../../../packages/firestore/src/gen/google/firestore/v1/firestore_pb.js';

// The emulator's version of the library.
const requireFromEmulator = createRequire(
  new URL('../../../packages/firestore/package.json', import.meta.url),
);
const { Server, ServerCredentials } = requireFromEmulator('@grpc/grpc-js') as typeof import('@grpc/grpc-js');

const NOW = { seconds: 1_700_000_000n, nanos: 0 };
const COMMITTED = Buffer.from(
  toBinary(
    CommitResponseSchema,
    create(CommitResponseSchema, { writeResults: [{ updateTime: NOW }], commitTime: NOW }),
  ),
);

const identity = (bytes: Buffer) => bytes;

const definition = (name: string, responseStream: boolean) => ({
  path: `/google.firestore.v1.Firestore/${name}`,
  requestStream: false,
  responseStream,
  requestSerialize: identity,
  requestDeserialize: identity,
  responseSerialize: identity,
  responseDeserialize: identity,
});

const commit: handleUnaryCall<Buffer, Buffer> = (_, callback) => callback(null, COMMITTED);

const batchGetDocuments: handleServerStreamingCall<Buffer, Buffer> = (call) => {
  const { documents } = fromBinary(BatchGetDocumentsRequestSchema, call.request);
  for (const name of documents) {
    const fields = { n: { valueType: { case: 'integerValue' as const, value: 0n } } };
    const found = { name, fields, createTime: NOW, updateTime: NOW };
    const response = create(BatchGetDocumentsResponseSchema, {
      result: { case: 'found', value: found },
      readTime: NOW,
    });
    call.write(Buffer.from(toBinary(BatchGetDocumentsResponseSchema, response)));
  }
  call.end();
};

const server = new Server({ 'grpc.enable_channelz': 0 });
server.addService(
  { commit: definition('Commit', false), batchGetDocuments: definition('BatchGetDocuments', true) },
  { commit, batchGetDocuments },
);
server.bindAsync(`127.0.0.1:${process.argv[2]}`, ServerCredentials.createInsecure(), () => {});
