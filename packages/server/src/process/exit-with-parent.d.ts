/** Which process to watch, and how. */
interface ParentOptions {
    /** The id of the process to watch; null for the one that started this process. */
    readonly pid: number | null;
    /**
     * Whether the end of standard input counts as the end of the parent. Only a pipe or socket is
     * watched.
     */
    readonly watchStdin: boolean;
}
/**
 * Calls `stop` once when the parent has ended: the process `pid` no longer exists, this process has
 * another parent than at its start, the IPC channel is disconnected, or standard input has ended.
 * Does not keep the process alive.
 */
export declare function exitWithParent({ pid, watchStdin }: ParentOptions, stop: () => void): void;
export {};
