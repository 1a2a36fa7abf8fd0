/** A timer that has not fired yet. */
export interface Timer {
    cancel(): void;
}
/** The source of real time; tests pass their own. */
export interface TimeSource {
    /** Milliseconds since the Unix epoch. */
    now(): number;
    /**
     * Calls back after `ms` real milliseconds, without keeping the process alive. Returns a function
     * that cancels.
     */
    after(ms: number, callback: () => void): () => void;
}
/** The system clock. */
export declare const SYSTEM_TIME: TimeSource;
/** A time source that stands still: a clock on it moves only when it is advanced. */
export declare function frozenTime(startMs: number): TimeSource;
/**
 * A clock that shows its source's time plus an offset that only grows. Timers fire in the order in
 * which they are due, ties in the order in which they were set. While `advance` runs, each timer
 * sees the moment it was due as "now".
 */
export declare class Clock {
    #private;
    constructor(source?: TimeSource);
    /** Milliseconds since the Unix epoch. */
    nowMs(): number;
    /** Whole seconds since the Unix epoch, rounded down. */
    nowSeconds(): number;
    /** How far this clock is ahead of its source, in milliseconds. */
    get offsetMs(): number;
    /**
     * Calls `callback` once when the clock reaches `dueMs`. A time in the past fires on the next turn
     * of the event loop.
     */
    setTimer(dueMs: number, callback: () => void): Timer;
    /**
     * Moves the clock forward by `ms` and fires the timers that become due on the way. `afterEach` is
     * awaited after each timer, so that the same advance sees the timers that its work sets (a
     * delivery that fails schedules its retry).
     * @throws RangeError when `ms` is negative or not finite
     */
    advance(ms: number, afterEach?: () => Promise<void>): Promise<void>;
    /** Sets the offset that a saved state had. Timers must be set after this. */
    restoreOffset(ms: number): void;
    /** Cancels every timer. */
    cancelTimers(): void;
}
