import type { FirestoreEmulator } from '../emulator/firestore-emulator.ts';
import { type ListenRequest, type ListenResponse, type WriteRequest, type WriteResponse } from '../gen/google/firestore/v1/firestore_pb.js';
import type { CallContext } from './firestore-service.ts';
/**
 * Listen of google.firestore.v1.Firestore. `requests` add and remove targets; the stream ends when
 * they end or the client disconnects.
 */
export declare function listen(emulator: FirestoreEmulator, requests: AsyncIterable<ListenRequest>, call: CallContext): AsyncGenerator<ListenResponse>;
/**
 * Write of google.firestore.v1.Firestore: a handshake that names the database, then batches of
 * writes, each committed and acknowledged in order.
 */
export declare function write(emulator: FirestoreEmulator, requests: AsyncIterable<WriteRequest>, call: CallContext): AsyncGenerator<WriteResponse>;
