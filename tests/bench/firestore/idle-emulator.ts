// Owns a process that answers gRPC on the port given and does nothing else: every commit succeeds, every document has
// one field, nothing is kept. What it reaches is the most that any server on the same gRPC library could.

import { createRequire } from 'node:module';
import { create, fromBinary, toBinary } from '@bufbuild/protobuf';
import type { handleServerStreamingCall, handleUnaryCall } from '@grpc/grpc-js';
import {
  BatchGetDocumentsRequestSchema,
  BatchGetDocumentsResponseSchema,
  CommitResponseSchema,
} from '../../../emulator/firestore/src/gen/google/firestore/v1/firestore_pb.js';

// The very release of the library that ours runs on.
const ours = createRequire(new URL('../../../emulator/firestore/package.json', import.meta.url));
const { Server, ServerCredentials } = ours('@grpc/grpc-js') as typeof import('@grpc/grpc-js');

const NOW = { seconds: 1_700_000_000n, nanos: 0 };
const COMMITTED = Buffer.from(
  toBinary(
    CommitResponseSchema,
    create(CommitResponseSchema, { writeResults: [{ updateTime: NOW }], commitTime: NOW }),
  ),
);

const keep = (bytes: Buffer) => bytes;

const definition = (name: string, responseStream: boolean) => ({
  path: `/google.firestore.v1.Firestore/${name}`,
  requestStream: false,
  responseStream,
  requestSerialize: keep,
  requestDeserialize: keep,
  responseSerialize: keep,
  responseDeserialize: keep,
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
