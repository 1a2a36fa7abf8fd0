const FIRST_DELAY_MS = 5 * 60_000;
const DELAY_MAX_MS = 24 * 3_600_000;

/**
 * The time of the next attempt after `attempts` of them: in 5 minutes, doubling each time, up to a
 * day.
 */
export function nextAttemptTime(attempts: number, now: Date): Date {
  return new Date(now.getTime() + Math.min(DELAY_MAX_MS, FIRST_DELAY_MS * 2 ** Math.max(0, attempts - 1)));
}
