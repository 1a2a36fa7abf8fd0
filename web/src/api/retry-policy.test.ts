import { describe, expect, it } from 'vitest';
import { isRetryable, withRetry } from './retry-policy.ts';

/** Runs a flow of outcomes and tells how often it was tried and how long it waited. */
async function run(outcomes: readonly string[], kind: 'data' | 'call' = 'data') {
  const waits: number[] = [];
  let tries = 0;
  const last = await withRetry(
    async () => outcomes[tries++] ?? 'unavailable',
    (outcome) => outcome !== 'ok' && isRetryable(outcome, kind),
    async (ms) => {
      waits.push(ms);
    },
  );
  return { last, tries, waits };
}

describe('withRetry', () => {
  it('tries 3 times in all, waiting 1000 ms and then 2000 ms', async () => {
    expect(await run([])).toEqual({ last: 'unavailable', tries: 3, waits: [1000, 2000] });
  });

  it('stops at the first success', async () => {
    expect(await run(['unavailable', 'ok'])).toEqual({ last: 'ok', tries: 2, waits: [1000] });
    expect(await run(['ok'])).toEqual({ last: 'ok', tries: 1, waits: [] });
  });

  it.each(['permission-denied', 'unauthenticated', 'uninitialized'])('never retries %s', async (code) => {
    expect(await run([code])).toEqual({ last: code, tries: 1, waits: [] });
    expect((await run([code], 'call')).tries).toBe(1);
  });

  it('does not ask a function again for what it refused for good', async () => {
    expect((await run(['failed-precondition'], 'call')).tries).toBe(1);
    expect((await run(['failed-precondition', 'ok'], 'data')).tries).toBe(2);
    expect((await run(['unavailable', 'ok'], 'call')).tries).toBe(2);
  });
});
