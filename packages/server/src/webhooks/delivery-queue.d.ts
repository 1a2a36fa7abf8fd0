import type { Clock } from '../core/clock.ts';
import type { DeliveryFaults } from './fault-injection.ts';
import type { Send } from './send.ts';
/** One attempt to deliver. `status` and `error` are null while it is being sent. */
interface DeliveryAttempt {
    /** Milliseconds since the epoch, on the emulator's clock. */
    readonly atMs: number;
    /** The HTTP status of the response. */
    status: number | null;
    /** Why there was no response. */
    error: string | null;
    durationMs: number;
}
/**
 * `held` waits for a release, `waiting` for a time (`nextAttemptMs`); `delivered`, `failed`
 * (retries exhausted or the endpoint deleted) and `dropped` are final.
 */
type DeliveryStatus = 'sending' | 'held' | 'waiting' | 'delivered' | 'failed' | 'dropped';
/** What the queue needs of a delivery. Emulators extend it with what they show. */
export interface Delivery {
    readonly body: string;
    readonly badSignature: boolean;
    status: DeliveryStatus;
    nextAttemptMs: number | null;
    readonly attempts: DeliveryAttempt[];
}
/** The HTTP request of an attempt. `attemptFields` are added to the attempt's record. */
export interface DeliveryRequest {
    readonly url: string;
    readonly headers: Record<string, string>;
    readonly attemptFields?: Readonly<Record<string, unknown>>;
}
/** What a queue works with. */
interface DeliveryQueueOptions<F extends DeliveryFaults> {
    readonly clock: Clock;
    readonly send: Send;
    /** Waits before the second, third, ... attempt. After the last one a delivery has failed. */
    readonly retryDelaysSeconds: readonly number[];
    /** The faults in force at the start and after a reset: all turned off. */
    readonly noFaults: () => F;
}
/** A queue of webhook deliveries with retries and fault injection. */
export declare abstract class DeliveryQueue<D extends Delivery, F extends DeliveryFaults> {
    #private;
    /** The faults in force. Change its fields to inject faults. */
    readonly faults: F;
    protected readonly clock: Clock;
    constructor(options: DeliveryQueueOptions<F>);
    /** All stored deliveries, oldest first. */
    protected abstract stored(): readonly D[];
    /** The endpoint whose deliveries are sent one at a time. */
    protected abstract endpointOf(delivery: D): string | number;
    /**
     * The kind of its event, such as `checkout.session.completed` or `orders/create`, which traces
     * show.
     */
    protected abstract eventTypeOf(delivery: D): string;
    /**
     * The signed request for an attempt at this moment, or null when the endpoint no longer exists.
     */
    protected abstract requestFor(delivery: D): DeliveryRequest | null;
    /** Called when the endpoint has accepted a delivery. */
    protected onDelivered(_delivery: D): void;
    /** Called when the last retry has failed. */
    protected onExhausted(_delivery: D): void;
    /** Sends the deliveries that are held or buffered for reordering. Returns their number. */
    release(order?: 'first-first' | 'last-first'): number;
    /** Sends at once the deliveries that wait for a retry or a delay. Returns their number. */
    deliverNow(): number;
    /**
     * Resolves when nothing is being sent. Deliveries that are held or wait for a retry do not count.
     */
    idle(): Promise<void>;
    /**
     * Resolves when none of the matching deliveries is being sent any more, or after `timeoutMs` of
     * real time.
     */
    idleFor(matches: (delivery: D) => boolean, timeoutMs: number): Promise<void>;
    /** Continues the stored deliveries that a loaded state left being sent or waiting. */
    resume(): void;
    /** Cancels retries and turns faults off. Responses that are still to come change nothing. */
    reset(): void;
    /** Turns every fault off. What they hold, delay or buffer stays as it is. */
    clearFaults(): void;
    /**
     * Applies the faults in force to a stored delivery, and sends it unless one of them delays or
     * drops it.
     */
    protected enqueue(delivery: D): void;
    /**
     * Sends a stored delivery after those that are being sent to the same endpoint, whatever faults
     * are in force.
     */
    protected dispatch(delivery: D): void;
}
export {};
