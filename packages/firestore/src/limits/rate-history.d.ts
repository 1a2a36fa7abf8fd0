/**
 * How often something happened in each second, and in the window that ends with the last one.
 * Seconds are added in order.
 */
export declare class RateHistory {
    #private;
    /** The highest average of a window. */
    peakPerSecond: number;
    total: number;
    /** Counts `count` in `second`, and returns the number in the window that ends with it. */
    add(second: number, count?: number): number;
    /** Begins an empty window. */
    forgetWindow(): void;
    /** The last second with a count. */
    get lastSecond(): number;
    /** The count of each of `columns` equal spans of time from `from` on. */
    spread(from: number, secondsPerColumn: number, columns: number): number[];
}
