/** A part of a log file that cannot be read. */
export interface LogDamage {
    /** The bytes from `from` up to, not including, `to`. */
    readonly from: number;
    readonly to: number;
    /**
     * The sequence number of the first record that is lost; undefined in a file of version 1, which
     * has none.
     */
    readonly firstLost: number | undefined;
    /**
     * That of the last one, less than `firstLost` when none is lost; undefined when the file does not
     * tell.
     */
    readonly lastLost: number | undefined;
    /**
     * `cut`: the file ends too early, within a record or without the mark of a log that was closed.
     */
    readonly kind: 'damaged' | 'cut';
}
/** What a log file contains. */
export interface LogScan {
    readonly version: 1 | 2;
    /** The id of the log; undefined when it has no intact record. */
    readonly logId: number | undefined;
    /** The sequence number of the next record. */
    readonly nextSequence: number;
    /** Where the last intact record ends, the end mark not included. */
    readonly end: number;
    readonly damage: readonly LogDamage[];
}
/** A record with its header. Throws for an empty payload, which would be an end mark. */
export declare function encodeRecord(logId: number, sequence: number, payload: Uint8Array): Buffer;
/** The mark at the end of a log that was closed before the record `sequence`. */
export declare function encodeEndMark(logId: number, sequence: number): Buffer;
/** Writes all of `bytes` at the end of the file. Throws when the disk is full. */
export declare function writeFully(file: number, bytes: Uint8Array): void;
/** Writes the start of a log file and returns its size. */
export declare function writeMagic(file: number): number;
/**
 * Reads a log file and calls `deliver` with the payload of every intact record, oldest first.
 * Undefined when the file is not a log.
 */
export declare function scanLog(file: number, deliver: (payload: Buffer) => void): LogScan | undefined;
