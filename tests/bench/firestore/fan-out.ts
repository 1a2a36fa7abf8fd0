// Owns the measurement of many listeners. It speaks gRPC without an SDK, because a thousand SDK listeners in one
// process measure the SDK.

import { create, type DescMessage, type MessageShape, toBinary } from '@bufbuild/protobuf';
import { Client, type ClientDuplexStream, credentials, Metadata } from '@grpc/grpc-js';
import {
  CommitRequestSchema,
  ListenRequestSchema,
} from '../../../emulator/firestore/src/gen/google/firestore/v1/firestore_pb.js';

const DATABASE = 'projects/demo-bench/databases/(default)';
const LISTENERS = 1000;
const ROUNDS = 11;
/** The tag of ListenResponse.document_change. */
const DOCUMENT_CHANGE = 0x1a;

const keep = (bytes: Buffer) => bytes;
const path = (method: string) => `/google.firestore.v1.Firestore/${method}`;

function bytesOf<T extends DescMessage>(schema: T, message: MessageShape<T>): Buffer {
  return Buffer.from(toBinary(schema, message));
}

function write(client: Client, n: number): Promise<void> {
  const value = { valueType: { case: 'integerValue' as const, value: BigInt(n) } };
  const document = { name: `${DATABASE}/documents/watched/one`, fields: { n: value } };
  const request = create(CommitRequestSchema, {
    database: DATABASE,
    writes: [{ operation: { case: 'update', value: document } }],
  });
  return new Promise((resolve, reject) => {
    const bytes = bytesOf(CommitRequestSchema, request);
    client.makeUnaryRequest(path('Commit'), keep, keep, bytes, new Metadata(), (error) =>
      error ? reject(error) : resolve(),
    );
  });
}

/** Median milliseconds from sending a write until the last of 1,000 listeners on one query has the document. */
export async function fanOut(address: string): Promise<number> {
  const client = new Client(address, credentials.createInsecure());
  await write(client, 0);
  const listen = bytesOf(
    ListenRequestSchema,
    create(ListenRequestSchema, {
      database: DATABASE,
      targetChange: {
        case: 'addTarget',
        value: {
          targetId: 1,
          targetType: {
            case: 'query',
            value: {
              parent: `${DATABASE}/documents`,
              queryType: { case: 'structuredQuery', value: { from: [{ collectionId: 'watched' }] } },
            },
          },
        },
      },
    }),
  );
  let heard = 0;
  let done: () => void = () => {};
  const everyone = () =>
    new Promise<void>((resolve) => {
      heard = 0;
      done = resolve;
    });
  const initial = everyone();
  const calls: ClientDuplexStream<Buffer, Buffer>[] = [];
  for (let i = 0; i < LISTENERS; i++) {
    const call = client.makeBidiStreamRequest<Buffer, Buffer>(path('Listen'), keep, keep, new Metadata());
    call.on('data', (bytes: Buffer) => {
      if (bytes[0] === DOCUMENT_CHANGE && ++heard === LISTENERS) done();
    });
    call.on('error', () => {});
    call.write(listen);
    calls.push(call);
  }
  await initial;
  const times: number[] = [];
  for (let round = 1; round <= ROUNDS; round++) {
    const all = everyone();
    const began = performance.now();
    await Promise.all([write(client, round), all]);
    times.push(performance.now() - began);
  }
  for (const call of calls) call.cancel();
  client.close();
  return times.sort((a, b) => a - b)[Math.floor(ROUNDS / 2)] as number;
}
