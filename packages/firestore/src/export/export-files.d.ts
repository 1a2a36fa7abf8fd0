import type { Document } from '../gen/google/firestore/v1/document_pb.js';
interface ExportSummary {
    readonly metadataPath: string;
    readonly count: number;
}
/**
 * Writes an export to the folder `target`, whose last segment is its name, atomically: it replaces
 * an earlier export only when it is complete. `documents` must be a snapshot, because commits may
 * happen while it is written. Rejects with FAILED_PRECONDITION when anything but an export is at
 * `target`.
 */
export declare function writeExport(documents: Iterable<Document>, target: string): Promise<ExportSummary>;
/** A validated export. */
interface ExportContents {
    readonly count: number;
    /** Decoded lazily, with one output file in memory at a time. */
    readonly documents: Iterable<Document>;
}
/**
 * Opens an export of this emulator, of Google's or of production. `path` is its overall metadata
 * file or a folder that contains it. All checksums are verified first: rejects with the name of the
 * file when a record is corrupt or documents are missing, so that no import is partial.
 */
export declare function readExport(path: string, databaseName: string): Promise<ExportContents>;
export {};
