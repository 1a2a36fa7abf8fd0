/**
 * Returns a log that prints each kind of rejection once a minute, and a few a minute in all, so
 * that a page in a loop does not fill the terminal.
 */
export declare function createRejectionLog(print: (line: string) => void, nowMs: () => number): (kind: string, line: string) => void;
