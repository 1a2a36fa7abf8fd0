import type { Micros } from '../core/commit-time.ts';
import type { IndexDefinitions } from '../query/index-definitions.ts';
import type { Change } from '../store/undo-log.ts';
import { type LimitName } from './production-limits.ts';
/** A soft limit that was exceeded. */
export interface LimitFinding {
    readonly limit: LimitName;
    /** 'projects/P/databases/D' */
    readonly database: string;
    /** The path of a document or collection; a field with its collection: `orders.createdAt` */
    readonly subject: string;
    /** The highest average of a window, in operations a second. */
    peakPerSecond: number;
    /** What production sustains; a collection's grows while it is warm. */
    readonly limitPerSecond: number;
    /** Milliseconds since 1970. */
    readonly sinceMs: number;
    lastMs: number;
    /** The highest number of listeners that one change was sent to. */
    listeners: number;
    /** The trace of the request at the peak; undefined when nothing is recorded. */
    traceId: string | undefined;
    /** Why it is expected, as the developer has said; undefined when it is not. */
    readonly expected: string | undefined;
}
/** Documents, or patterns of their paths in which `*` is one id, and why they may be hot. */
export type ExpectedHotspots = Readonly<Record<string, string>>;
/** One row of the heat map. */
export interface DocumentHeat {
    readonly database: string;
    readonly path: string;
    readonly writes: number;
    readonly peakPerSecond: number;
    readonly listeners: number;
    readonly traceId: string | undefined;
    /** Writes in each column. */
    readonly counts: readonly number[];
}
export interface TrafficOptions {
    readonly database: string;
    readonly indexes: () => IndexDefinitions | undefined;
    readonly expected: ExpectedHotspots;
    /** Called when a limit begins to be exceeded. */
    readonly onFinding: (finding: LimitFinding) => void;
}
/** Counts the operations on one database in sliding windows, and finds those beyond a limit. */
export declare class Traffic {
    #private;
    constructor(options: TrafficOptions);
    /**
     * Counts a commit at `now` that wrote the documents at `paths`; `changes` are those that changed.
     */
    wrote(paths: readonly string[], changes: readonly Change[], now: Micros): void;
    /** Counts a read at `now` of the document at `path`. */
    readDocument(path: string, now: Micros): void;
    /** Counts a query at `now` of `collection`. */
    read(collection: string, now: Micros): void;
    /** Begins new windows: a test that clears all documents is followed by one of its own. */
    forgetWindows(): void;
    /** Counts that a commit's changes were sent to `listeners` streams. */
    pushed(changes: readonly Change[], listeners: number, now: Micros): void;
    /** What production sustains on a collection at `now`, by the rule 500/50/5. */
    allowedOperations(collection: string, now: Micros): number;
    /** The indexed fields of a collection that are written in sequence now. */
    sequentialFields(collection: string): readonly string[];
    /** The limits that were exceeded, those beyond their limit by the largest factor first. */
    findings(): readonly LimitFinding[];
    /** The busiest documents, the hottest first, from `fromMs` on. */
    heat(fromMs: number, secondsPerColumn: number, columns: number, limit: number): readonly DocumentHeat[];
}
/** The reason of the first pattern that the path of a document or collection matches. */
export declare function reasonFor(subject: string, expected: ExpectedHotspots): string | undefined;
