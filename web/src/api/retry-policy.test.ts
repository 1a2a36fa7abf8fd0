import { describe, expect, it } from 'vitest';
import { isRetryable, withRetry } from './retry-policy.ts';

/** Retries an operation with these outcomes, and returns the attempts and delays. */
async function run(outcomes: readonly string[], kind: 'data' | 'call' = 'data') {
  const delays: number[] = [];
  let attempts = 0;
  const last = await withRetry(
    async () => outcomes[attempts++] ?? 'unavailable',
    (outcome) => outcome !== 'ok' && isRetryable(outcome, kind),
    async (ms) => {
      delays.push(ms);
    },
  );
  return { last, attempts, delays };
}

describe('withRetry', () => {
  it('makes 3 attempts in all, after delays of 1000 ms and 2000 ms', async () => {
    expect(await run([])).toEqual({ last: 'unavailable', attempts: 3, delays: [1000, 2000] });
  });

  it('returns the first success without further attempts', async () => {
    expect(await run(['unavailable', 'ok'])).toEqual({ last: 'ok', attempts: 2, delays: [1000] });
    expect(await run(['ok'])).toEqual({ last: 'ok', attempts: 1, delays: [] });
  });

  it.each(['permission-denied', 'unauthenticated', 'uninitialized'])(
    'makes one attempt when the code is %s',
    async (code) => {
      expect(await run([code])).toEqual({ last: code, attempts: 1, delays: [] });
      expect((await run([code], 'call')).attempts).toBe(1);
    },
  );

  it('does not repeat a callable that failed with failed-precondition, but does repeat a read', async () => {
    expect((await run(['failed-precondition'], 'call')).attempts).toBe(1);
    expect((await run(['failed-precondition', 'ok'], 'data')).attempts).toBe(2);
    expect((await run(['unavailable', 'ok'], 'call')).attempts).toBe(2);
  });
});
