import { type Micros } from '../core/commit-time.ts';
import { type StoredDocument } from '../core/stored-document.ts';
import type { Database } from '../database/database.ts';
import { type ListenResponse } from '../gen/google/firestore/v1/firestore_pb.js';
import { ListenerIndex } from './listener-index.ts';
/** A stream as the hub sees it. */
interface CommitSubscriber {
    flush(readTime: Micros): void;
    reauthorize(): void;
}
/**
 * The listen streams of one database. Delivers each commit to the streams it affects, and shares
 * equal messages.
 */
export declare class ListenHub {
    #private;
    readonly database: Database;
    readonly index: ListenerIndex;
    readonly streams: Set<CommitSubscriber>;
    /** Streams that the commit being published affects. */
    readonly dirtyStreams: Set<CommitSubscriber>;
    constructor(database: Database);
    /** Evaluates the rules again for every target of every stream. */
    reauthorize(): void;
    /** A DocumentChange for `targetIds` and `removedTargetIds`. */
    documentChange(document: StoredDocument, targetIds: number[], removedTargetIds: number[]): ListenResponse;
    /**
     * The global snapshot message: a target change for all targets, with the read time up to which
     * they are consistent.
     */
    globalSnapshot(time: Micros): ListenResponse;
}
export {};
