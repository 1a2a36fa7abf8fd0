import { once } from 'node:events';
import { type AddressInfo, createServer, type Server as NetServer } from 'node:net';
import { create, type DescMessage, fromBinary, type Message, toBinary } from '@bufbuild/protobuf';
import { Client, credentials, Metadata, type ServiceError } from '@grpc/grpc-js';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { StatusCode } from '../core/rpc-error.ts';
import { FirestoreEmulator } from '../database/firestore-emulator.ts';
import {
  type CommitResponse,
  Firestore,
  type WriteResponse,
  WriteResponseSchema,
} from '../gen/google/firestore/v1/firestore_pb.js';
import { createFirestoreService } from '../rpc/emulator-service.ts';
import { createGrpcServer, type GrpcServer } from './grpc-server.ts';

const DATABASE = 'projects/demo/databases/(default)';

let net: NetServer;
let grpc: GrpcServer;
let client: Client;
let emulator: FirestoreEmulator;

beforeEach(async () => {
  emulator = new FirestoreEmulator();
  grpc = createGrpcServer(createFirestoreService(emulator));
  net = createServer((socket) => grpc.accept(socket)).listen(0, '127.0.0.1');
  await once(net, 'listening');
  client = new Client(`127.0.0.1:${(net.address() as AddressInfo).port}`, credentials.createInsecure());
});

afterEach(() => {
  client.close();
  grpc.close();
  net.close();
});

const keep = (bytes: Buffer) => bytes;
const path = (method: string) => `/google.firestore.v1.Firestore/${method}`;
const bytesOf = (schema: DescMessage, message: Message) => Buffer.from(toBinary(schema, message));

function unary(method: string, bytes: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    client.makeUnaryRequest<Buffer, Buffer>(
      path(method),
      keep,
      keep,
      bytes,
      new Metadata(),
      (error, answer) => (error ? reject(error) : resolve(answer as Buffer)),
    );
  });
}

function commitOf(text: string): Buffer {
  const { input } = Firestore.method.commit;
  const fields = { text: { valueType: { case: 'stringValue' as const, value: text } } };
  const write = {
    operation: { case: 'update' as const, value: { name: `${DATABASE}/documents/c/a`, fields } },
  };
  return bytesOf(input, create(input, { database: DATABASE, writes: [write] }));
}

async function refusal(work: Promise<unknown>): Promise<ServiceError> {
  return work.then(
    () => Promise.reject(new Error('it was not refused')),
    (error: ServiceError) => error,
  );
}

it('refuses what is no message, too large, or unknown, and lives on', async () => {
  const garbage = await refusal(unary('Commit', Buffer.from([0xff, 0xff, 0xff])));
  expect(garbage.code).toBe(StatusCode.INVALID_ARGUMENT);
  const document = await refusal(unary('Commit', commitOf('x'.repeat(1_048_577))));
  expect(document.details).toMatch(/exceeds the maximum allowed size of 1,048,576 bytes/);
  const request = await refusal(unary('Commit', commitOf('x'.repeat(20 * 1024 * 1024))));
  expect(request.code).toBe(StatusCode.INVALID_ARGUMENT);
  expect(request.details).toBe('Request payload size exceeds the limit: 11534336 bytes.');
  expect((await refusal(unary('Nonsense', Buffer.alloc(0)))).code).toBe(StatusCode.UNIMPLEMENTED);
  const answer = fromBinary(Firestore.method.commit.output, await unary('Commit', commitOf('fine')));
  expect((answer as CommitResponse).writeResults).toHaveLength(1);
}, 30_000);

it('names the method it does not have', async () => {
  const call = client.makeServerStreamRequest(
    path('ExecutePipeline'),
    keep,
    keep,
    Buffer.alloc(0),
    new Metadata(),
  );
  call.resume();
  const [error] = (await once(call, 'error')) as [ServiceError];
  expect([error.code, error.details]).toEqual([
    StatusCode.UNIMPLEMENTED,
    'google.firestore.v1.Firestore/ExecutePipeline is not implemented by this server.',
  ]);
});

it('ends a Write stream with the status of the write that failed', async () => {
  const { input } = Firestore.method.write;
  const call = client.makeBidiStreamRequest(path('Write'), keep, keep, new Metadata());
  call.write(bytesOf(input, create(input, { database: DATABASE })));
  const [handshake] = (await once(call, 'data')) as [Buffer];
  const { streamToken } = fromBinary(WriteResponseSchema, handshake) as WriteResponse;
  expect(streamToken.length).toBeGreaterThan(0);
  const write = {
    operation: { case: 'update' as const, value: { name: `${DATABASE}/documents/c/none` } },
    currentDocument: { conditionType: { case: 'exists' as const, value: true } },
  };
  call.write(bytesOf(input, create(input, { streamToken, writes: [write] })));
  const [error] = (await once(call, 'error')) as [ServiceError];
  expect([error.code, error.details]).toEqual([
    StatusCode.NOT_FOUND,
    `No document to update: ${DATABASE}/documents/c/none`,
  ]);
});

it('forgets the listeners of a client that vanishes', async () => {
  const { input } = Firestore.method.listen;
  const query = { from: [{ collectionId: 'c' }] };
  const target = {
    targetId: 1,
    targetType: {
      case: 'query' as const,
      value: {
        parent: `${DATABASE}/documents`,
        queryType: { case: 'structuredQuery' as const, value: query },
      },
    },
  };
  const call = client.makeBidiStreamRequest(path('Listen'), keep, keep, new Metadata());
  call.on('error', () => {});
  call.write(
    bytesOf(input, create(input, { database: DATABASE, targetChange: { case: 'addTarget', value: target } })),
  );
  await once(call, 'data');
  const { streams } = emulator.hub(DATABASE);
  expect(streams.size).toBe(1);
  client.close();
  call.cancel();
  await expect.poll(() => streams.size).toBe(0);
});
