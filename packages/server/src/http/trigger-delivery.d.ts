import type { Span } from '../core/tracing.ts';
/** How long the delivery of an event goes on. All times are milliseconds. */
export interface DeliveryLimits {
    /** Pause after the first attempt; it doubles with each further one. */
    readonly minRetryDelayMs: number;
    readonly maxRetryDelayMs: number;
    /** An event is abandoned when an attempt fails later than this after the first one. */
    readonly maxRetryDurationMs: number;
    /**
     * The same for an event whose trigger the functions emulator does not know: one that restarts
     * knows none at first.
     */
    readonly maxUnregisteredMs: number;
    /**
     * Added to the time that the function may take: the functions emulator may have to start a worker
     * first.
     */
    readonly workerStartTimeoutMs: number;
}
/** An HTTP request to the functions emulator. */
export interface EventRequest {
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
}
/** One event for one trigger. */
export interface Delivery {
    /**
     * Path of the functions emulator, e.g. '/functions/projects/P/triggers/us-central1-onReview-0'.
     */
    readonly path: string;
    /** Deliveries with the same key are sent one after another, in order. */
    readonly orderingKey: string;
    /** Sent unchanged on each attempt, so that functions recognize a repeated event by its id. */
    readonly event: EventRequest;
    /** Names trigger, place and event in log lines. */
    readonly description: string;
    /** Whether a failure of the function is retried. The death of its worker always is. */
    readonly retry: boolean;
    /** The time that the function may take; its maximum when absent. */
    readonly timeoutSeconds?: number | undefined;
    /** The span of the delivery, which ends with it. */
    readonly span?: Span | undefined;
}
interface TriggerDeliveryOptions {
    /** What sends the events, as the end of a log line names it. */
    readonly sender: string;
    /** host:port of the functions emulator. */
    readonly address: string;
    readonly log: (line: string) => void;
    readonly limits?: Partial<DeliveryLimits>;
}
/**
 * Delivers events to the functions emulator: at least once, in order per ordering key,
 * with different keys in parallel. An event is kept until it is acknowledged; the deaths of a
 * worker and of the functions emulator are survived. An event that is abandoned is reported in one
 * line.
 */
export declare class TriggerDelivery {
    #private;
    constructor({ sender, address, log, limits }: TriggerDeliveryOptions);
    /** Queues an event after those with the same ordering key. */
    enqueue(delivery: Delivery): void;
    /** Resolves when no delivery is pending. */
    idle(): Promise<void>;
    /** Drops all pending deliveries. */
    close(): void;
}
export {};
