// Speaks gRPC directly over Node's HTTP/2: with an SDK or a gRPC library, a thousand listeners in
// one process would measure that library.

import { once } from 'node:events';
import { type ClientHttp2Session, type ClientHttp2Stream, connect } from 'node:http2';
import { create, type DescMessage, type MessageInitShape, toBinary } from '@bufbuild/protobuf';
import {
  CommitRequestSchema,
  ListenRequestSchema,
} from '../../../packages/firestore/src/gen/google/firestore/v1/firestore_pb.js';
import { type Measurement, type Meter, medianOf } from './measurement.ts';

const DATABASE = 'projects/demo-bench/databases/(default)';
const LISTENERS = 1000;
const ROUNDS = 11;
/** The prefix of a gRPC message: one byte for compression, four for the length. */
const PREFIX_BYTES = 5;
/** The first byte of a ListenResponse that holds a document_change. */
const DOCUMENT_CHANGE = 0x1a;

function framed<T extends DescMessage>(schema: T, message: MessageInitShape<T>): Buffer {
  const bytes = toBinary(schema, create(schema, message));
  const frame = Buffer.alloc(PREFIX_BYTES + bytes.length);
  frame.writeUInt32BE(bytes.length, 1);
  frame.set(bytes, PREFIX_BYTES);
  return frame;
}

function call(session: ClientHttp2Session, method: string): ClientHttp2Stream {
  const stream = session.request({
    ':method': 'POST',
    ':path': `/google.firestore.v1.Firestore/${method}`,
    'content-type': 'application/grpc',
    te: 'trailers',
  });
  stream.on('error', () => {});
  return stream;
}

async function write(session: ClientHttp2Session, n: number): Promise<void> {
  const document = {
    name: `${DATABASE}/documents/watched/one`,
    fields: { n: { valueType: { case: 'integerValue' as const, value: BigInt(n) } } },
  };
  const stream = call(session, 'Commit');
  const writes = [{ operation: { case: 'update' as const, value: document } }];
  stream.end(framed(CommitRequestSchema, { database: DATABASE, writes }));
  stream.resume();
  await once(stream, 'end');
}

/** Calls `onDocument` for each document change on `stream`. */
function listen(stream: ClientHttp2Stream, request: Buffer, onDocument: () => void): void {
  let rest: Buffer = Buffer.alloc(0);
  stream.on('data', (chunk: Buffer) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    while (rest.length >= PREFIX_BYTES) {
      const end = PREFIX_BYTES + rest.readUInt32BE(1);
      if (rest.length < end) break;
      if (rest[PREFIX_BYTES] === DOCUMENT_CHANGE) onDocument();
      rest = rest.subarray(end);
    }
  });
  stream.write(request);
}

const LISTEN = framed(ListenRequestSchema, {
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
});

/**
 * The median milliseconds from sending a write until the last of 1,000 listeners on one query has
 * received it.
 */
export async function fanOut(meter: Meter, address: string): Promise<Measurement> {
  const session = connect(`http://${address}`, { settings: { enablePush: false } });
  await write(session, 0);
  let receivedCount = 0;
  let resolveAll: () => void = () => {};
  const allListeners = () =>
    new Promise<void>((resolve) => {
      receivedCount = 0;
      resolveAll = resolve;
    });
  const initial = allListeners();
  for (let i = 0; i < LISTENERS; i++) {
    listen(call(session, 'Listen'), LISTEN, () => {
      if (++receivedCount === LISTENERS) resolveAll();
    });
  }
  await initial;
  const round = async (n: number): Promise<number> => {
    const all = allListeners();
    const began = performance.now();
    await Promise.all([write(session, n), all]);
    return performance.now() - began;
  };
  for (let n = 1; n <= 3; n++) await round(n);
  const times: number[] = [];
  await meter.begin();
  for (let n = 0; n < ROUNDS; n++) times.push(await round(10 + n));
  await meter.end();
  session.destroy();
  return { value: medianOf(times), operations: ROUNDS };
}
