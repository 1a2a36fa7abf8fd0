import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server as NetServer } from 'node:net';
import { create, type DescMessage, fromBinary, type Message, toBinary } from '@bufbuild/protobuf';
import { Client, credentials, Metadata, type ServiceError } from '@grpc/grpc-js';
import type { GrpcServer } from '@savepoint/server/grpc/grpc-server';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { StatusCode } from '../core/rpc-error.ts';
import { FirestoreEmulator } from '../emulator/firestore-emulator.ts';
import {
  BatchGetDocumentsResponseSchema,
  type CommitResponse,
  Firestore,
  type WriteResponse,
  WriteResponseSchema,
} from '../gen/google/firestore/v1/firestore_pb.js';
import { createFirestoreService } from '../rpc/emulator-service.ts';
import { createGrpcServer } from './grpc-server.ts';

const DATABASE = 'projects/demo/databases/(default)';

let net: NetServer;
let grpc: GrpcServer;
let client: Client;
let emulator: FirestoreEmulator;

beforeEach(async () => {
  emulator = new FirestoreEmulator();
  grpc = createGrpcServer(createFirestoreService(emulator), {
    rejectAuthority: (host) => (host === 'evil.example' ? 'Not local.' : undefined),
  });
  net = createServer((socket) => grpc.accept(socket)).listen(0, '127.0.0.1');
  await once(net, 'listening');
  client = newClient();
});

afterEach(() => {
  client.close();
  grpc.close();
  net.close();
});

/** A client with its own connection. */
function newClient(options: object = {}): Client {
  const address = `127.0.0.1:${(net.address() as AddressInfo).port}`;
  return new Client(address, credentials.createInsecure(), {
    'grpc.use_local_subchannel_pool': 1,
    ...options,
  });
}

const identity = (bytes: Buffer) => bytes;
const path = (method: string) => `/google.firestore.v1.Firestore/${method}`;
const bytesOf = (schema: DescMessage, message: Message) => Buffer.from(toBinary(schema, message));

function unary(method: string, bytes: Buffer, by = client): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    by.makeUnaryRequest<Buffer, Buffer>(
      path(method),
      identity,
      identity,
      bytes,
      new Metadata(),
      (error, response) => (error ? reject(error) : resolve(response as Buffer)),
    );
  });
}

function commitOf(text: string, transaction = new Uint8Array()): Buffer {
  const { input } = Firestore.method.commit;
  const fields = { text: { valueType: { case: 'stringValue' as const, value: text } } };
  const write = {
    operation: { case: 'update' as const, value: { name: `${DATABASE}/documents/c/a`, fields } },
  };
  return bytesOf(input, create(input, { database: DATABASE, writes: [write], transaction }));
}

/** Reads c/a over `by` in a new transaction, which then holds a shared lock on it. */
async function beginTransactionBy(by: Client): Promise<Uint8Array<ArrayBuffer>> {
  const { input } = Firestore.method.batchGetDocuments;
  const request = create(input, {
    database: DATABASE,
    documents: [`${DATABASE}/documents/c/a`],
    consistencySelector: { case: 'newTransaction', value: { mode: { case: 'readWrite', value: {} } } },
  });
  const call = by.makeServerStreamRequest<Buffer, Buffer>(
    path('BatchGetDocuments'),
    identity,
    identity,
    bytesOf(input, request),
    new Metadata(),
  );
  let transaction = new Uint8Array();
  call.on('data', (bytes: Buffer) => {
    transaction = new Uint8Array(fromBinary(BatchGetDocumentsResponseSchema, bytes).transaction);
  });
  await once(call, 'end');
  return transaction;
}

async function errorOf(work: Promise<unknown>): Promise<ServiceError> {
  return work.then(
    () => Promise.reject(new Error('the call succeeded')),
    (error: ServiceError) => error,
  );
}

it('the gRPC server rejects malformed, oversized and unknown requests and stays available', async () => {
  const malformed = await errorOf(unary('Commit', Buffer.from([0xff, 0xff, 0xff])));
  expect(malformed.code).toBe(StatusCode.INVALID_ARGUMENT);
  const document = await errorOf(unary('Commit', commitOf('x'.repeat(1_048_577))));
  expect(document.details).toMatch(/exceeds the maximum allowed size of 1,048,576 bytes/);
  const request = await errorOf(unary('Commit', commitOf('x'.repeat(20 * 1024 * 1024))));
  expect(request.code).toBe(StatusCode.INVALID_ARGUMENT);
  expect(request.details).toBe('Request payload size exceeds the limit: 11534336 bytes.');
  expect((await errorOf(unary('Nonsense', Buffer.alloc(0)))).code).toBe(StatusCode.UNIMPLEMENTED);
  const response = fromBinary(Firestore.method.commit.output, await unary('Commit', commitOf('fine')));
  expect((response as CommitResponse).writeResults).toHaveLength(1);
});

it('the gRPC service google.firestore.v1beta1.Firestore has the same documents, but not the methods added in v1', async () => {
  const v1beta1 = (method: string, bytes: Buffer): Promise<Buffer> =>
    new Promise((resolve, reject) => {
      const name = path(method).replace('.v1.', '.v1beta1.');
      client.makeUnaryRequest<Buffer, Buffer>(name, identity, identity, bytes, (error, response) =>
        error ? reject(error) : resolve(response as Buffer),
      );
    });
  await v1beta1('Commit', commitOf('from v1beta1'));
  const { input, output } = Firestore.method.getDocument;
  const request = bytesOf(input, create(input, { name: `${DATABASE}/documents/c/a` }));
  const expected = { fields: { text: { valueType: { case: 'stringValue', value: 'from v1beta1' } } } };
  expect(fromBinary(output, await v1beta1('GetDocument', request))).toMatchObject(expected);
  expect(fromBinary(output, await unary('GetDocument', request))).toMatchObject(expected);
  const aggregation = await errorOf(v1beta1('RunAggregationQuery', Buffer.alloc(0)));
  expect(aggregation.code).toBe(StatusCode.UNIMPLEMENTED);
});

it('ExecutePipeline fails with FAILED_PRECONDITION in the standard edition and names the flag', async () => {
  const call = client.makeServerStreamRequest(
    path('ExecutePipeline'),
    identity,
    identity,
    Buffer.alloc(0),
    new Metadata(),
  );
  call.resume();
  const [error] = (await once(call, 'error')) as [ServiceError];
  expect([error.code, error.details]).toEqual([
    StatusCode.FAILED_PRECONDITION,
    expect.stringContaining('--database-edition enterprise'),
  ]);
});

it('headers precede the error of a server-streaming call, because the Node SDK retries for seconds without them', async () => {
  const { input } = Firestore.method.batchGetDocuments;
  const request = create(input, { database: DATABASE, documents: [`${DATABASE}/documents/c/__reserved__`] });
  const call = client.makeServerStreamRequest(
    path('BatchGetDocuments'),
    identity,
    identity,
    bytesOf(input, request),
    new Metadata(),
  );
  const events: string[] = [];
  call.on('metadata', () => events.push('metadata'));
  call.resume();
  const [error] = (await once(call, 'error')) as [ServiceError];
  expect(error.code).toBe(StatusCode.INVALID_ARGUMENT);
  expect(events).toEqual(['metadata']);
});

it('a Write stream ends with the status of the write that failed', async () => {
  const { input } = Firestore.method.write;
  const call = client.makeBidiStreamRequest(path('Write'), identity, identity, new Metadata());
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

/** Opens a Listen stream on the collection c. */
function listen() {
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
  const call = client.makeBidiStreamRequest(path('Listen'), identity, identity, new Metadata());
  call.write(
    bytesOf(input, create(input, { database: DATABASE, targetChange: { case: 'addTarget', value: target } })),
  );
  return call;
}

it('a Listen stream is removed from the database when its client disconnects', async () => {
  const call = listen();
  call.on('error', () => {});
  await once(call, 'data');
  const { streams } = emulator.hub(DATABASE);
  expect(streams.size).toBe(1);
  client.close();
  call.cancel();
  await expect.poll(() => streams.size).toBe(0);
});

it('a Listen stream whose client does not read ends with RESOURCE_EXHAUSTED', async () => {
  const call = listen();
  const ended = once(call, 'error');
  await once(call, 'data');
  call.pause();
  const { streams } = emulator.hub(DATABASE);
  const writer = newClient();
  for (let i = 0; i < 200 && streams.size > 0; i++) {
    await unary('Commit', commitOf(`${i} ${'x'.repeat(500_000)}`), writer);
  }
  expect(streams.size).toBe(0);
  call.resume();
  const [error] = (await ended) as [ServiceError];
  expect([error.code, error.details]).toEqual([
    StatusCode.RESOURCE_EXHAUSTED,
    expect.stringContaining('behind; listen again to catch up'),
  ]);
  writer.close();
});

it('a value nested 5,000 deep is rejected with INVALID_ARGUMENT and the server stays available', async () => {
  const lengthOf = (length: number) => {
    const bytes: number[] = [];
    for (let rest = length; ; rest >>= 7) {
      bytes.push(rest > 127 ? (rest & 127) | 128 : rest);
      if (rest <= 127) return Buffer.from(bytes);
    }
  };
  const header = (tag: number, length: number) => Buffer.concat([Buffer.from([tag]), lengthOf(length)]);
  const field = (tag: number, inner: Buffer) => Buffer.concat([header(tag, inner.length), inner]);
  const fieldName = Buffer.from([0x0a, 1, 0x61]);
  // Each level is a Value with a map_value whose only field is the next level. Its length is
  // encoded first.
  const headers: Buffer[] = [];
  let length = 0;
  for (let depth = 0; depth < 5_000; depth++) {
    for (const tag of [0x12, undefined, 0x0a, 0x32]) {
      const bytes = tag === undefined ? fieldName : header(tag, length);
      headers.push(bytes);
      length += bytes.length;
    }
  }
  const value = Buffer.concat(headers.reverse());
  const fields = field(0x12, Buffer.concat([fieldName, field(0x12, value)]));
  const name = field(0x0a, Buffer.from(`${DATABASE}/documents/c/deep`));
  const request = field(0x12, field(0x0a, Buffer.concat([name, fields])));
  const error = await errorOf(unary('Commit', Buffer.concat([field(0x0a, Buffer.from(DATABASE)), request])));
  expect([error.code, error.details]).toEqual([
    StatusCode.INVALID_ARGUMENT,
    expect.stringContaining('maximum recursion depth of 100 reached'),
  ]);
  await unary('Commit', commitOf('fine'));
});

it('the gRPC server survives invalid and truncated HTTP/2 connections', async () => {
  const { port } = net.address() as AddressInfo;
  const preface = 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n';
  for (const rest of ['this is not an HTTP/2 frame', '\0\0\x04', '\0\0\0\x04\0\0\0\0\0']) {
    const socket = connect(port, '127.0.0.1');
    socket.end(Buffer.from(preface + rest, 'latin1'));
    socket.resume();
    await once(socket, 'close');
  }
  await unary('Commit', commitOf('fine'));
});

it('an orphaned transaction is aborted when another commit waits for its locks', async () => {
  const disconnecting = newClient();
  const transaction = await beginTransactionBy(disconnecting);
  const writing = unary('Commit', commitOf('free'));
  disconnecting.close();
  await writing;
  expect((await errorOf(unary('Commit', commitOf('late', transaction)))).code).toBe(StatusCode.ABORTED);
});

it('a transaction that was orphaned before another commit began does not delay it', async () => {
  const disconnecting = newClient();
  await beginTransactionBy(disconnecting);
  disconnecting.close();
  await unary('Commit', commitOf('free'));
});

it('a transaction continues over another connection after its first one closed', async () => {
  const first = newClient();
  const transaction = await beginTransactionBy(first);
  first.close();
  await unary('Commit', commitOf('done', transaction));
  expect(emulator.database(DATABASE).store.get('c/a')?.fields.text).toBe('done');
});

it('a transaction that was begun by a denied read is rolled back', async () => {
  const content =
    'service cloud.firestore { match /databases/{d}/documents { match /c/{id} { allow write: if true; } } }';
  emulator.setRules('demo', [{ content }]);
  const { input } = Firestore.method.batchGetDocuments;
  const request = create(input, {
    database: DATABASE,
    documents: [`${DATABASE}/documents/c/a`],
    consistencySelector: { case: 'newTransaction', value: { mode: { case: 'readWrite', value: {} } } },
  });
  const bytes = bytesOf(input, request);
  const call = client.makeServerStreamRequest(
    path('BatchGetDocuments'),
    identity,
    identity,
    bytes,
    new Metadata(),
  );
  call.resume();
  const [error] = (await once(call, 'error')) as [ServiceError];
  expect(error.code).toBe(StatusCode.PERMISSION_DENIED);
  await unary('Commit', commitOf('free'));
});

it('a call with a foreign :authority is rejected with PERMISSION_DENIED', async () => {
  const foreignClient = newClient({ 'grpc.default_authority': 'evil.example' });
  const error = await errorOf(unary('Commit', commitOf('read me'), foreignClient));
  expect([error.code, error.details]).toEqual([StatusCode.PERMISSION_DENIED, 'Not local.']);
  expect(emulator.database(DATABASE).store.get('c/a')).toBeUndefined();
  foreignClient.close();
});
