import { randomBytes, randomUUID } from 'node:crypto';
import { create } from '@bufbuild/protobuf';
import { withSpan } from '@savepoint/server/core/tracing';
import { microsToTimestamp } from '../core/commit-time.ts';
import { invalidArgument } from '../core/rpc-error.ts';
import { parseWrite } from '../database/mutation.ts';
import type { FirestoreEmulator } from '../emulator/firestore-emulator.ts';
import {
  type ListenRequest,
  type ListenResponse,
  type WriteRequest,
  type WriteResponse,
  WriteResponseSchema,
} from '../gen/google/firestore/v1/firestore_pb.js';
import { ListenStream } from '../listen/listen-stream.ts';
import { writeResults } from './commit.ts';
import type { CallContext } from './firestore-service.ts';
import { principalOf } from './principal.ts';

/**
 * Listen of google.firestore.v1.Firestore. `requests` add and remove targets; the stream ends when
 * they end or the client disconnects.
 */
export async function* listen(
  emulator: FirestoreEmulator,
  requests: AsyncIterable<ListenRequest>,
  call: CallContext,
): AsyncGenerator<ListenResponse> {
  const iterator = requests[Symbol.asyncIterator]();
  const first = await iterator.next();
  if (first.done) return;
  const databaseName = first.value.database || call.databaseName;
  if (!databaseName) throw invalidArgument('The first ListenRequest must name its database.');
  const stream = new ListenStream(emulator.hub(databaseName), principalOf(call));
  const abort = () => stream.close();
  call.signal.addEventListener('abort', abort);
  void pumpRequests(stream, first.value, iterator);
  try {
    yield* stream.outbox;
  } finally {
    call.signal.removeEventListener('abort', abort);
    stream.close();
  }
}

async function pumpRequests(
  stream: ListenStream,
  first: ListenRequest,
  iterator: AsyncIterator<ListenRequest>,
): Promise<void> {
  try {
    handle(stream, first);
    for (;;) {
      const next = await iterator.next();
      if (next.done) break;
      handle(stream, next.value);
    }
    stream.outbox.end();
  } catch (error) {
    stream.outbox.fail(error);
  }
}

function handle(stream: ListenStream, { targetChange }: ListenRequest): void {
  if (targetChange.case === 'addTarget') stream.addTarget(targetChange.value);
  else if (targetChange.case === 'removeTarget') stream.removeTarget(targetChange.value);
  else throw invalidArgument('A ListenRequest needs add_target or remove_target.');
}

/**
 * Write of google.firestore.v1.Firestore: a handshake that names the database, then batches of
 * writes, each committed and acknowledged in order.
 */
export async function* write(
  emulator: FirestoreEmulator,
  requests: AsyncIterable<WriteRequest>,
  call: CallContext,
): AsyncGenerator<WriteResponse> {
  const principal = principalOf(call);
  const streamId = randomUUID();
  let databaseName = '';
  for await (const request of requests) {
    if (databaseName === '') {
      databaseName = request.database || call.databaseName || '';
      if (databaseName === '') throw invalidArgument('The first WriteRequest must name its database.');
      emulator.database(databaseName);
      if (request.writes.length === 0) {
        yield create(WriteResponseSchema, { streamId, streamToken: randomBytes(8) });
        continue;
      }
    }
    const database = emulator.database(databaseName);
    const mutations = request.writes.map((each) => parseWrite(each, database.name));
    const outcome = await withSpan('write', () => database.commit(mutations, principal, undefined, call));
    yield create(WriteResponseSchema, {
      streamId,
      streamToken: randomBytes(8),
      writeResults: writeResults(outcome),
      commitTime: microsToTimestamp(outcome.commitTime),
    });
  }
}
