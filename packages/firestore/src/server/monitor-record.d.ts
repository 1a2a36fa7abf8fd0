import type { Evaluation } from '../database/access-control.ts';
import type { FirestoreEmulator } from '../emulator/firestore-emulator.ts';
import type { MonitorRecord } from '../transport/requests-websocket.ts';
/** The request monitor's record of an evaluation; undefined for an evaluation without a request. */
export declare function monitorRecord(emulator: FirestoreEmulator, { projectId, databaseId, request, decision }: Evaluation): MonitorRecord | undefined;
