import type { Document } from '../gen/google/firestore/v1/document_pb.js';
interface RequestedExport {
    /** From the request; may be relative to the root. */
    readonly directory: string;
    readonly name: string;
    /** Returns a snapshot. */
    readonly documents: () => Iterable<Document>;
}
interface RequestedImport {
    /** The overall metadata file of an export, or its folder; may be relative to the root. */
    readonly path: string;
    readonly databaseName: string;
    /** Stores the documents, all or none; returns their number. */
    readonly load: (documents: Iterable<Document>) => number;
}
/** Writes and reads the exports that requests ask for, below one folder. */
export declare class RequestedExports {
    #private;
    constructor(root: string, log: (line: string) => void);
    /**
     * Writes an export when those before have ended. Rejects with INVALID_ARGUMENT or
     * FAILED_PRECONDITION when it cannot be written there; nothing on disk has changed then.
     */
    write(requested: RequestedExport): Promise<void>;
    /**
     * Reads an export when those before have ended. Rejects with INVALID_ARGUMENT or
     * FAILED_PRECONDITION when it may not be read there or is not complete; nothing was loaded then.
     */
    read(requested: RequestedImport): Promise<void>;
}
export {};
