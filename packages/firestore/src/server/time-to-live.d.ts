import type { Clock } from '@savepoint/server/core/clock';
import type { FirestoreEmulator } from '../emulator/firestore-emulator.ts';
/** Executes TTL policies by the emulator's clock. */
export declare class TimeToLive {
    #private;
    constructor(emulator: FirestoreEmulator, clock: Clock, log: (line: string) => void);
    /** Begins to delete documents; `close` ends that. */
    start(): void;
    /**
     * Moves the clock forward, and resolves when the documents that have expired by then are deleted.
     */
    advance(ms: number): Promise<void>;
    close(): void;
}
