import { Clock, frozenTime } from '@savepoint/server/core/clock';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { StripeError } from '../core/stripe-error.ts';
import { Store } from '../state/store.ts';
import { Idempotency } from './idempotency.ts';

/** `npm run test:deep` tries more cases. */
const DEEP = Number(process.env.SAVEPOINT_DEEP ?? 1);

const HOUR_MS = 3_600_000;

type Step =
  | { kind: 'acquire'; key: string; endpoint: string; amount: string }
  | { kind: 'finish'; action: 'store' | 'release' }
  | { kind: 'advance'; hours: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constant('acquire' as const),
    key: fc.constantFrom('k1', 'k2'),
    endpoint: fc.constantFrom('/v1/refunds', '/v1/customers'),
    amount: fc.constantFrom('1', '2'),
  }),
  fc.record({
    kind: fc.constant('finish' as const),
    action: fc.constantFrom('store' as const, 'release' as const),
  }),
  fc.record({ kind: fc.constant('advance' as const), hours: fc.constantFrom(1, 11, 12, 23, 24) }),
);

describe('Idempotency', () => {
  it('replays, rejects or accepts a request as predicted by a list of all stored responses and open requests', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const clock = new Clock(frozenTime(0));
        const keys = new Idempotency(clock, new Store());
        /**
         * The reference model: every stored response with its time, and the open requests in order.
         */
        const stored: { key: string; endpoint: string; amount: string; at: number; body: string }[] = [];
        const open: {
          key: string;
          endpoint: string;
          amount: string;
          end: (action: 'store' | 'release', body: string) => void;
        }[] = [];
        let count = 0;
        for (const next of steps) {
          if (next.kind === 'advance') {
            await clock.advance(next.hours * HOUR_MS);
          } else if (next.kind === 'finish') {
            const first = open.shift();
            if (first === undefined) continue;
            const body = `response ${count++}`;
            first.end(next.action, body);
            if (next.action === 'store') stored.push({ ...first, at: clock.nowMs(), body });
          } else {
            const match = stored.findLast(
              (response) => response.key === next.key && clock.nowMs() - response.at < 24 * HOUR_MS,
            );
            const expected =
              match !== undefined
                ? match.endpoint === next.endpoint && match.amount === next.amount
                  ? match.body
                  : 400
                : open.some((request) => request.key === next.key)
                  ? 409
                  : 'accepted';
            let found: string | number;
            try {
              const lock = keys.acquire('sk', next.key, next.endpoint, { amount: next.amount });
              if (lock.replay === null) {
                found = 'accepted';
                open.push({
                  ...next,
                  end: (action, body) =>
                    action === 'store' ? lock.store({ requestId: 'r', status: 200, body }) : lock.release(),
                });
              } else {
                found = lock.replay.body;
              }
            } catch (error) {
              found = error instanceof StripeError ? error.status : Number.NaN;
            }
            expect(found).toBe(expected);
          }
        }
      }),
      { numRuns: 300 * DEEP },
    );
  });

  it('separates the keys of two API keys, ignores the order of parameters, and rejects a key of 256 characters', () => {
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
