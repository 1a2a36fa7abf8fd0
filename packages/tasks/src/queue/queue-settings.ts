// Limits and retries of a queue, as defined by RateLimits and RetryConfig in the Cloud Tasks API v2
// reference.

/** How a queue dispatches and retries its tasks. */
export interface QueueSettings {
  readonly retryConfig: {
    /** Includes the first attempt; -1 is unlimited. */
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

/**
 * Cloud Tasks chooses the burst size itself. According to its documentation, it is 100 for the
 * default of 500 dispatches per second.
 */
const BURSTS_PER_SECOND = 5;

/** The settings that `firebase deploy` uses if the function sets none. */
export const DEFAULT_SETTINGS: QueueSettings = {
  retryConfig: {
    maxAttempts: 3,
    maxRetrySeconds: 0,
    minBackoffSeconds: 0.1,
    maxBackoffSeconds: 3600,
    maxDoublings: 16,
  },
  rateLimits: { maxConcurrentDispatches: 1000, maxDispatchesPerSecond: 500 },
};

/**
 * The delay before a retry: doubled `maxDoublings` times, then growing linearly by the last step,
 * up to the maximum. With a minimum of 10 s, a maximum of 300 s and 3 doublings: 10, 20, 40, 80,
 * 160, 240, 300, 300 ... `retry` is 1 for the first retry.
 */
export function retryDelaySeconds(
  {
    minBackoffSeconds,
    maxBackoffSeconds,
    maxDoublings,
  }: Pick<QueueSettings['retryConfig'], 'minBackoffSeconds' | 'maxBackoffSeconds' | 'maxDoublings'>,
  retry: number,
): number {
  // 2 ** 1024 is infinite, and 0 times it not a number.
  const doublings = Math.min(retry - 1, maxDoublings, 1000);
  const steps = 1 + Math.max(0, retry - 1 - maxDoublings);
  return Math.min(maxBackoffSeconds, minBackoffSeconds * 2 ** doublings * steps);
}

/**
 * Returns whether to give up a failed task: after `maxAttempts`, but not before `maxRetrySeconds`
 * have passed since its first attempt.
 */
export function isGivenUp(
  { maxAttempts, maxRetrySeconds }: QueueSettings['retryConfig'],
  { attempts, retriedMs }: { readonly attempts: number; readonly retriedMs: number },
): boolean {
  if (maxAttempts === -1 && maxRetrySeconds === 0) return false;
  const isAttempted = maxAttempts === -1 || attempts >= maxAttempts;
  return isAttempted && (maxRetrySeconds === 0 || retriedMs >= maxRetrySeconds * 1000);
}

/** The number of dispatches that an idle queue can start at once. */
export function burstSize({ maxDispatchesPerSecond }: QueueSettings['rateLimits']): number {
  return Math.max(1, Math.ceil(maxDispatchesPerSecond / BURSTS_PER_SECOND));
}
