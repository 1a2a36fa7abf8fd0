interface SingleProjectOptions {
    /** The project that the emulator was started for. */
    readonly projectId: string;
    /** Reject all other projects instead of warning once about each. */
    readonly rejectsOthers: boolean;
    readonly warn: (line: string) => void;
}
/**
 * Single project mode: a validator to call with the project id of each database on its first use.
 * It warns, or throws INVALID_ARGUMENT, when that is not the project of the emulator: a common
 * cause of missing documents is that two programs use two project ids.
 */
export declare function createProjectValidator({ projectId, rejectsOthers, warn, }: SingleProjectOptions): (requestedId: string) => void;
export {};
