/** Encodes consecutive records. */
export declare class LevelDbLogWriter {
    #private;
    /** The length of all encoded records in bytes. */
    get position(): number;
    /** Encodes the next record. */
    frame(record: Uint8Array): Buffer;
}
/**
 * Decodes the records of a log, in order. Throws an Error with the position of a corrupt fragment.
 */
export declare function readLevelDbLog(log: Buffer): Generator<Buffer>;
