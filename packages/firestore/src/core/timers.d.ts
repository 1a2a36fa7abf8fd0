/** Time and timers, which a simulation replaces by its own. */
export interface Timers {
    /** Milliseconds that only grow. */
    now(): number;
    /** Calls back after `ms`. Returns a function that cancels. */
    after(ms: number, callback: () => void): () => void;
    /** Calls back when what is due has run, such as responses that are to be sent. */
    turn(callback: () => void): void;
}
/** Those of the process. */
export declare const SYSTEM_TIMERS: Timers;
