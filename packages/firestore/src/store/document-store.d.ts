import type { Micros } from '../core/commit-time.ts';
import type { StoredDocument } from '../core/stored-document.ts';
import { Collection, CollectionGroup } from './collection.ts';
import { type Change, UndoLog } from './undo-log.ts';
/**
 * The documents of one database, by path, collection and collection group. `apply` is the only
 * transactional writer.
 */
export declare class DocumentStore {
    #private;
    readonly undoLog: UndoLog;
    constructor(now: Micros);
    /** The time of the last commit, which is the snapshot version of the current state. */
    get lastCommit(): Micros;
    get(path: string): StoredDocument | undefined;
    collection(path: string): Collection | undefined;
    group(id: string): CollectionGroup | undefined;
    /** Collections at any depth below the document `ancestor` ('' is the root), in path order. */
    collectionsBelow(ancestor: string): Generator<Collection>;
    /** Applies a commit. `commitTime` must be later than that of every earlier commit. */
    apply(changes: readonly Change[], commitTime: Micros): void;
    /**
     * Loads documents with their times, without entries in the undo log. For recovery and imports.
     */
    load(documents: Iterable<StoredDocument>): void;
    /** Removes a document without an entry in the undo log. For recovery. */
    unload(path: string): void;
}
