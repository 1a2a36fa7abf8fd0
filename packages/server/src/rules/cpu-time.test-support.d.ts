/**
 * The CPU time of a call in milliseconds. Unlike elapsed time, it does not depend on the load of
 * the machine.
 */
export declare function cpuMilliseconds(run: () => void): number;
