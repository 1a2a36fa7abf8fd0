import { Clock, frozenTime } from '@savepoint/emulator-shared/core/clock';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { StripeError } from '../core/stripe-error.ts';
import { Store } from '../state/store.ts';
import { Idempotency } from './idempotency.ts';

const HOUR_MS = 3_600_000;

type Step =
  | { kind: 'take'; key: string; endpoint: string; amount: string }
  | { kind: 'finish'; how: 'store' | 'release' }
  | { kind: 'wait'; hours: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constant('take' as const),
    key: fc.constantFrom('k1', 'k2'),
    endpoint: fc.constantFrom('/v1/refunds', '/v1/customers'),
    amount: fc.constantFrom('1', '2'),
  }),
  fc.record({
    kind: fc.constant('finish' as const),
    how: fc.constantFrom('store' as const, 'release' as const),
  }),
  fc.record({ kind: fc.constant('wait' as const), hours: fc.constantFrom(1, 11, 12, 23, 24) }),
);

describe('Idempotency', () => {
  it('does what a list of all that ever happened would say', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const clock = new Clock(frozenTime(0));
        const keys = new Idempotency(clock, new Store());
        /** The naive model: every stored answer with its time, and the open requests in order. */
        const stored: { key: string; endpoint: string; amount: string; at: number; body: string }[] = [];
        const open: {
          key: string;
          endpoint: string;
          amount: string;
          end: (how: 'store' | 'release', body: string) => void;
        }[] = [];
        let count = 0;
        for (const next of steps) {
          if (next.kind === 'wait') {
            await clock.advance(next.hours * HOUR_MS);
          } else if (next.kind === 'finish') {
            const first = open.shift();
            if (first === undefined) continue;
            const body = `answer ${count++}`;
            first.end(next.how, body);
            if (next.how === 'store') stored.push({ ...first, at: clock.nowMs(), body });
          } else {
            const known = stored.findLast(
              (answer) => answer.key === next.key && clock.nowMs() - answer.at < 24 * HOUR_MS,
            );
            const expected =
              known !== undefined
                ? known.endpoint === next.endpoint && known.amount === next.amount
                  ? known.body
                  : 400
                : open.some((request) => request.key === next.key)
                  ? 409
                  : 'go';
            let found: string | number;
            try {
              const turn = keys.acquire('sk', next.key, next.endpoint, { amount: next.amount });
              if (turn.replay === null) {
                found = 'go';
                open.push({
                  ...next,
                  end: (how, body) =>
                    how === 'store' ? turn.store({ requestId: 'r', status: 200, body }) : turn.release(),
                });
              } else {
                found = turn.replay.body;
              }
            } catch (error) {
              found = error instanceof StripeError ? error.status : Number.NaN;
            }
            expect(found).toBe(expected);
          }
        }
      }),
      { numRuns: 500 },
    );
  });

  it('keeps the keys of two API keys apart and takes parameters in any order as the same', () => {
    const keys = new Idempotency(new Clock(frozenTime(0)), new Store());
    const first = keys.acquire('sk_a', 'k', '/v1/x', { a: '1', b: ['2'] });
    if (first.replay !== null) expect.unreachable();
    first.store({ requestId: 'r', status: 402, body: 'no' });
    expect(keys.acquire('sk_a', 'k', '/v1/x', { b: ['2'], a: '1' }).replay).toMatchObject({
      status: 402,
      body: 'no',
    });
    expect(keys.acquire('sk_b', 'k', '/v1/x', { a: '9' }).replay).toBeNull();
    expect(() => keys.acquire('sk_a', 'x'.repeat(256), '/v1/x', {})).toThrow(/255/);
  });
});
