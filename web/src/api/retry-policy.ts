// Retries as specified (sections 7 and 9). RTK Query's own `retry` adds jitter to its delays.
import { RETRY_ATTEMPTS, RETRY_BASE_DELAY_MS } from '../config/constants.ts';

const NON_RETRYABLE_CODES = new Set(['permission-denied', 'unauthenticated', 'uninitialized']);

/** Errors of a callable that another attempt cannot change. */
const NON_RETRYABLE_CALLABLE_CODES = new Set([
  'invalid-argument',
  'failed-precondition',
  'not-found',
  'already-exists',
  'out-of-range',
  'unimplemented',
  'resource-exhausted',
]);

/** True if an operation that failed with this code may be repeated. */
export function isRetryable(code: string, kind: 'data' | 'call'): boolean {
  if (NON_RETRYABLE_CODES.has(code)) return false;
  return kind === 'data' || !NON_RETRYABLE_CALLABLE_CODES.has(code);
}

/** Milliseconds before attempt 2, 3, …: 1000, doubled each time. */
function delayBefore(attempt: number): number {
  return RETRY_BASE_DELAY_MS * 2 ** (attempt - 2);
}

/**
 * Runs `attempt` up to 3 times, as long as `shouldRetry` accepts its outcome, and returns the last
 * outcome. `wait` takes milliseconds.
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
