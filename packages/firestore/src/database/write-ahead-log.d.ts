import type { Micros } from '../core/commit-time.ts';
import { type StoredDocument } from '../core/stored-document.ts';
import { type CommitRequest } from '../gen/google/firestore/v1/firestore_pb.js';
import type { Change } from '../store/undo-log.ts';
/** All documents of one database, for a checkpoint. */
export interface DatabaseSnapshot {
    readonly name: string;
    readonly documents: Iterable<StoredDocument>;
}
/** The options of a WriteAheadLog. */
export interface WriteAheadLogOptions {
    /** Calls `replay` with each commit in the log, oldest first. */
    readonly replay: (commit: CommitRequest) => void;
    /** Supplies the documents of a checkpoint. */
    readonly snapshots: () => Iterable<DatabaseSnapshot>;
    /** Receives a line about damage of the log, or about a compaction that failed. */
    readonly warn: (line: string) => void;
    readonly compactionFloorBytes?: number;
}
/** Every commit of all databases, on disk before it is acknowledged. */
export declare class WriteAheadLog {
    #private;
    /**
     * Opens the log in `folder` and replays it. Damage is reported, and what can be read is
     * recovered. Throws when another process uses the folder or a file there is not a log.
     */
    constructor(folder: string, { replay, snapshots, warn, compactionFloorBytes }: WriteAheadLogOptions);
    /** Returns once the commit survives the death of the process. Throws when the disk is full. */
    append(database: string, changes: readonly Change[], commitTime: Micros): void;
    /**
     * Replaces the log by a checkpoint when that is due. Call it after the last append has been
     * applied to the store. A compaction that fails is reported, not thrown: the commit before it is
     * durable.
     */
    compactIfDue(): void;
    close(): void;
}
