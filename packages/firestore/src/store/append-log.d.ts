import { type LogDamage } from './log-file.ts';
/** The damage of a log file that was opened. */
export interface DamageReport {
    readonly file: string;
    readonly damage: readonly LogDamage[];
    /**
     * The copy of the damaged file; undefined when the file was only cut and nothing of it was
     * removed but the torn end.
     */
    readonly copy: string | undefined;
}
/** A log of checksummed binary records on disk. */
export declare class AppendLog {
    #private;
    private constructor();
    /**
     * Opens the log in `folder`, which is created when missing, and calls `replay` with every intact
     * record, oldest first. Calls `onDamage` when records are or may be lost. Throws when the folder
     * is locked or a file there is not a log.
     */
    static open(folder: string, replay: (payload: Buffer) => void, onDamage: (report: DamageReport) => void): AppendLog;
    /** The size of the file in bytes. */
    get size(): number;
    /**
     * Appends a record; on return it survives the death of this process. Throws when the disk is
     * full.
     */
    append(payload: Uint8Array): void;
    /**
     * Replaces all records by `payloads`, atomically. Throws, and leaves the log as it was, when the
     * disk is full.
     */
    compact(payloads: Iterable<Uint8Array>): void;
    /** Flushes and closes the file, and unlocks the folder. */
    close(): void;
}
