/** Estimates the size of the compiled program of a regular expression, also of an invalid one. */
/**
 * An upper bound of the number of instructions: one per atom and two per group, multiplied by every
 * repetition around it. `(ab){3}c` is 3 * (2 + 2) + 1 = 13.
 */
export declare function estimateProgramSize(pattern: string): number;
