import type { Micros } from '../core/commit-time.ts';
import type { StoredDocument } from '../core/stored-document.ts';
/** The change of one document from one version to the next; undefined stands for absence. */
export interface Change {
    readonly path: string;
    readonly before: StoredDocument | undefined;
    readonly after: StoredDocument | undefined;
}
interface UndoLogEntry {
    readonly commitTime: Micros;
    readonly changes: readonly Change[];
}
/** How long old versions are retained, unless they exceed MAX_UNDO_BYTES. */
export declare const VERSION_RETENTION_MICROS: number;
/**
 * The changes of recent commits, newest last and trimmed from the front: the source of reads at an
 * earlier read time and of resumed listeners.
 */
export declare class UndoLog {
    #private;
    constructor(oldestReadTime: Micros);
    /** The earliest time at which documents can be read. */
    get oldestReadTime(): Micros;
    append(entry: UndoLogEntry): void;
    /**
     * The versions at `time` of all documents that changed after it, by path; undefined for one that
     * did not exist.
     */
    versionsAt(time: Micros): Map<string, StoredDocument | undefined>;
}
export {};
