/** Time and timers. A simulation replaces them with its own. */
export interface Timers {
  /** Milliseconds, never decreasing. */
  now(): number;
  /** Calls back after `ms`. Returns a function that cancels. */
  after(ms: number, callback: () => void): () => void;
  /** Calls back after pending work has run, such as responses that are about to be sent. */
  turn(callback: () => void): void;
}

/** The timers of the process. */
export const SYSTEM_TIMERS: Timers = {
  now: () => performance.now(),
  after(ms, callback) {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
  turn: (callback) => void setImmediate(callback),
};
