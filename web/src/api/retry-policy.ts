// Owns when and how often a failed operation is tried again (specification, sections 7 and 9). Knows nothing of what
// the operation does. RTK's own `retry` jitters its waits; the specification's do not.
import { RETRY_ATTEMPTS, RETRY_BASE_DELAY_MS } from '../config/constants.ts';

const NON_RETRYABLE_CODES = new Set(['permission-denied', 'unauthenticated', 'uninitialized']);

/** Answers of a function that trying again cannot change. */
const NON_RETRYABLE_CALLABLE_CODES = new Set([
  'invalid-argument',
  'failed-precondition',
  'not-found',
  'already-exists',
  'out-of-range',
  'unimplemented',
  'resource-exhausted',
]);

/** Whether an operation that ended with `code` is worth another attempt. */
export function isRetryable(code: string, kind: 'data' | 'call'): boolean {
  if (NON_RETRYABLE_CODES.has(code)) return false;
  return kind === 'data' || !NON_RETRYABLE_CALLABLE_CODES.has(code);
}

/** The wait before attempt 2, 3, …: 1000 ms, doubled each time. */
export function delayBefore(attempt: number): number {
  return RETRY_BASE_DELAY_MS * 2 ** (attempt - 2);
}

/**
 * Runs `attempt` until it succeeds, fails for good, or has been tried 3 times; answers the last outcome.
 * `wait` is passed in so that tests own the clock.
 */
export async function withRetry<T>(
  attempt: () => Promise<T>,
  shouldRetry: (outcome: T) => boolean,
  wait: (ms: number) => Promise<void>,
): Promise<T> {
  let outcome = await attempt();
  for (let next = 2; next <= RETRY_ATTEMPTS && shouldRetry(outcome); next += 1) {
    await wait(delayBefore(next));
    outcome = await attempt();
  }
  return outcome;
}
