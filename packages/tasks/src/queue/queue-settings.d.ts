/** How a queue dispatches and retries its tasks. */
export interface QueueSettings {
    readonly retryConfig: {
        /** With the first one; -1 is unlimited. */
        readonly maxAttempts: number;
        /** 0 is no limit. */
        readonly maxRetrySeconds: number;
        readonly minBackoffSeconds: number;
        readonly maxBackoffSeconds: number;
        readonly maxDoublings: number;
    };
    readonly rateLimits: {
        readonly maxConcurrentDispatches: number;
        readonly maxDispatchesPerSecond: number;
    };
}
/** What `firebase deploy` sets for a queue whose function says nothing else. */
export declare const DEFAULT_SETTINGS: QueueSettings;
/**
 * The delay before a retry: doubled `maxDoublings` times, then growing by the last step, up to the
 * maximum. With a minimum of 10 s, a maximum of 300 s and 3 doublings: 10, 20, 40, 80, 160, 240,
 * 300, 300 ... `retry` is 1 for the first.
 */
export declare function retryDelaySeconds({ minBackoffSeconds, maxBackoffSeconds, maxDoublings, }: Pick<QueueSettings['retryConfig'], 'minBackoffSeconds' | 'maxBackoffSeconds' | 'maxDoublings'>, retry: number): number;
/**
 * Whether a failed task is given up: after `maxAttempts`, and not before `maxRetrySeconds` have
 * passed since its first attempt.
 */
export declare function isGivenUp({ maxAttempts, maxRetrySeconds }: QueueSettings['retryConfig'], { attempts, retriedMs }: {
    readonly attempts: number;
    readonly retriedMs: number;
}): boolean;
/** The number of dispatches that an idle queue starts at once. */
export declare function burstSize({ maxDispatchesPerSecond }: QueueSettings['rateLimits']): number;
