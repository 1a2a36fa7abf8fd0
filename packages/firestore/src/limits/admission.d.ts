import type { Micros } from '../core/commit-time.ts';
import type { Traffic } from './traffic.ts';
/** The token buckets of one database. */
export declare class Admission {
    #private;
    constructor(clock: () => Micros, traffic: Traffic);
    /**
     * Takes the tokens of a commit that writes the documents at `paths`, and returns the milliseconds
     * after which production would have committed it. Throws ABORTED or RESOURCE_EXHAUSTED, with
     * nothing taken.
     */
    admit(paths: readonly string[]): number;
}
