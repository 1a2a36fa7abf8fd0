import type { EventRequest } from '@savepoint/server/http/trigger-delivery';
/** An event that was sent to a trigger, as it was sent. */
export interface SentEvent {
    /** One event for several triggers is several of these. */
    readonly id: string;
    /** The key of the trigger, such as `us-central1-onReview-0`. */
    readonly trigger: string;
    readonly projectId: string;
    readonly databaseId: string;
    /** Relative to /documents. */
    readonly path: string;
    readonly change: 'create' | 'update' | 'delete';
    /** RFC 3339: of the commit. */
    readonly time: string;
    readonly request: EventRequest;
}
/**
 * The last events that were sent, to be sent again: at most 200, and at most 8 million characters
 * of them.
 */
export declare class SentEvents {
    #private;
    add(event: SentEvent): void;
    get(id: string): SentEvent | undefined;
    /** Newest first. */
    list(): SentEvent[];
}
