import type { FirestoreEmulator } from '../emulator/firestore-emulator.ts';
import { type RunAggregationQueryRequest, type RunAggregationQueryResponse, type RunQueryRequest, type RunQueryResponse } from '../gen/google/firestore/v1/firestore_pb.js';
import type { CallContext } from './firestore-service.ts';
/** RunQuery of google.firestore.v1.Firestore. */
export declare function runQuery(emulator: FirestoreEmulator, request: RunQueryRequest, call: CallContext): AsyncGenerator<RunQueryResponse>;
/** RunAggregationQuery of google.firestore.v1.Firestore: one response. */
export declare function runAggregationQuery(emulator: FirestoreEmulator, request: RunAggregationQueryRequest, call: CallContext): AsyncGenerator<RunAggregationQueryResponse>;
