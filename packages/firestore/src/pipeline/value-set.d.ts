import type { Result } from './row.ts';
/**
 * Lists of values with something for each. Lists are the same when their values are equal in index
 * order: 1 and 1.0 are.
 */
export declare class ValueMap<T> {
    #private;
    /** The item of `key`, which `create` makes when there is none. */
    get(key: readonly Result[], create: () => T): T;
}
/** A set of lists of values. */
export declare class ValueSet {
    #private;
    /** Adds a list; true if it was not in the set. */
    add(key: readonly Result[]): boolean;
}
