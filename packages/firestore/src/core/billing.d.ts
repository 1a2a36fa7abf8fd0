import { type Span } from '@savepoint/server/core/tracing';
interface BilledOperations {
    readonly reads?: number;
    readonly writes?: number;
    readonly deletes?: number;
    /** The stored size of the documents that are sent to the client. */
    readonly bytes?: number | undefined;
}
/**
 * Adds to the counts `firestore.reads`, `firestore.writes`, `firestore.deletes` and
 * `firestore.bytes_sent` of a span, by default the active one.
 */
export declare function bill({ reads, writes, deletes, bytes }: BilledOperations, span?: Span | undefined): void;
/**
 * Charges the request of the active span for a document that its rules read; nothing when they have
 * read it before.
 */
export declare function billDependentRead(path: string): void;
/**
 * Charges for `count` documents that rules read; they are part of `firestore.reads`, and
 * `firestore.dependent_reads` has them alone.
 */
export declare function billDependentReads(count: number, span: Span): void;
/** The number of documents that the rules of a request have read. */
export declare function dependentReads(span: Span | undefined): number;
export {};
