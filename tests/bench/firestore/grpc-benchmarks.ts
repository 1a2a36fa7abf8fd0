// Benchmarks through a bare gRPC client. The server SDK waits for a timer of at least one
// millisecond before it sends a read (ExponentialBackoff.backoffAndWait, with a delay of 0, begins
// each streaming request), so that the rate of its sequential gets says little about a server.

import { once } from 'node:events';
import { createRequire } from 'node:module';
import { create, toBinary } from '@bufbuild/protobuf';
import { BatchGetDocumentsRequestSchema } from '../../../packages/firestore/src/gen/google/firestore/v1/firestore_pb.js';
import { type Measurement, type Meter, measureRate } from './measurement.ts';

// The emulator's version of the library.
const requireFromEmulator = createRequire(
  new URL('../../../packages/firestore/package.json', import.meta.url),
);
const { Client, credentials, Metadata } = requireFromEmulator(
  '@grpc/grpc-js',
) as typeof import('@grpc/grpc-js');

const DATABASE = 'projects/demo-bench/databases/(default)';
const METHOD = '/google.firestore.v1.Firestore/BatchGetDocuments';
const WARM_UP = 1000;

/** BatchGetDocuments calls of one document per second, one at a time. */
export async function batchGetSequential(meter: Meter, address: string): Promise<Measurement> {
  const client = new Client(address, credentials.createInsecure());
  const metadata = new Metadata();
  metadata.set('authorization', 'Bearer owner');
  const get = async (i: number) => {
    const documents = [`${DATABASE}/documents/sets/s${i % 1000}`];
    const request = create(BatchGetDocumentsRequestSchema, { database: DATABASE, documents });
    const bytes = Buffer.from(toBinary(BatchGetDocumentsRequestSchema, request));
    const call = client.makeServerStreamRequest(METHOD, identity, identity, bytes, metadata);
    call.resume();
    await once(call, 'end');
  };
  try {
    return await measureRate(meter, 1500, 1, get, WARM_UP);
  } finally {
    client.close();
  }
}

function identity(bytes: Buffer): Buffer {
  return bytes;
}
