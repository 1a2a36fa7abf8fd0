import type { FirestoreEmulator } from '../emulator/firestore-emulator.ts';
import { type ExecutePipelineRequest, type ExecutePipelineResponse } from '../gen/google/firestore/v1/firestore_pb.js';
import type { CallContext } from './firestore-service.ts';
/** ExecutePipeline of google.firestore.v1.Firestore: batches of rows, at least one response. */
export declare function executePipeline(emulator: FirestoreEmulator, request: ExecutePipelineRequest, call: CallContext): AsyncGenerator<ExecutePipelineResponse>;
