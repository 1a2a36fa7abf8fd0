// Deliveries against a naive model: whatever faults are asked for and however the endpoint answers, each event that was
// not dropped arrives until it is taken or given up, every time under a good signature, and in order when nothing is odd.

import { Clock, frozenTime } from '@savepoint/emulator-shared/core/clock';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Ids, seededBytes } from '../core/ids.ts';
import { signatureHeader } from '../core/signature.ts';
import type { Account } from '../state/account.ts';
import { EventLog } from '../state/event-log.ts';
import { NO_REQUEST } from '../state/origin.ts';
import { Store } from '../state/store.ts';
import { EventDeliveryQueue } from './event-delivery-queue.ts';
import { createEndpoint } from './webhook-endpoint.ts';

const RETRIES = [10, 20];
const SECRET = 'whsec_test';

function aBench(answers: readonly boolean[]) {
  const clock = new Clock(frozenTime(1_800_000_000_000));
  const ids = new Ids(seededBytes('queue'));
  const store = new Store();
  const events = new EventLog(clock, ids, store);
  const account: Account = { clock, ids, store, events, publicUrl: () => 'http://127.0.0.1:1' };
  const arrived: { type: string; genuine: boolean; accepted: boolean }[] = [];
  let count = 0;
  const queue = new EventDeliveryQueue({
    clock,
    ids,
    store,
    retryDelaysSeconds: RETRIES,
    send: async (_, body, headers) => {
      const timestamp = Number(/^t=(\d+)/.exec(headers['stripe-signature'] ?? '')?.[1]);
      const genuine =
        headers['stripe-signature'] === signatureHeader(body, [SECRET], timestamp) &&
        timestamp === clock.nowSeconds();
      const accepted = genuine && (answers[count++] ?? true);
      arrived.push({ type: (JSON.parse(body) as { type: string }).type, genuine, accepted });
      return accepted ? { status: 200 } : { status: 500 };
    },
  });
  events.listen((event) => queue.publish(event));
  createEndpoint(account, { url: 'http://127.0.0.1:1/hook', secret: SECRET, enabledEvents: ['*'] });
  return { clock, events, queue, store, arrived };
}

const step = fc.oneof(
  { weight: 4, arbitrary: fc.constant({ kind: 'event' as const }) },
  fc.record({ kind: fc.constant('wait' as const), seconds: fc.integer({ min: 0, max: 30 }) }),
  fc.record({
    kind: fc.constant('fault' as const),
    fault: fc.constantFrom(
      { dropNext: 1 },
      { duplicateNext: 1 },
      { badSignatureNext: 1 },
      { delaySeconds: 15 },
      { delaySeconds: 0 },
      { hold: true },
      { hold: false },
      { reorderWindow: 3 },
      { reorderWindow: 0 },
    ),
  }),
  fc.record({
    kind: fc.constant('release' as const),
    order: fc.constantFrom('first-first' as const, 'last-first' as const),
  }),
  fc.constant({ kind: 'now' as const }),
);

describe('DeliveryQueue', () => {
  it('gets every event there that was not dropped, or gives up after the last try', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 30 }),
        fc.array(fc.boolean(), { maxLength: 30 }),
        async (steps, answers) => {
          const { clock, events, queue, store, arrived } = aBench(answers);
          let made = 0;
          let drops = 0;
          for (const next of steps) {
            if (next.kind === 'event') events.record(`event.${made++}`, {}, NO_REQUEST);
            else if (next.kind === 'wait') await clock.advance(next.seconds * 1000, () => queue.idle());
            else if (next.kind === 'release') queue.release(next.order);
            else if (next.kind === 'now') queue.deliverNow();
            else Object.assign(queue.faults, next.fault);
            await queue.idle();
          }
          queue.clearFaults();
          queue.release();
          await queue.idle();
          await clock.advance(1_000_000, () => queue.idle());
          await queue.idle();
          for (const delivery of store.deliveries.values()) {
            const statuses = delivery.attempts.map(({ status }) => status);
            if (delivery.status === 'dropped') {
              drops += 1;
              expect(statuses).toEqual([]);
            } else if (delivery.status === 'delivered') {
              expect(statuses.indexOf(200)).toBe(statuses.length - 1);
              expect(statuses.length).toBeLessThanOrEqual(RETRIES.length + 1);
            } else {
              expect(delivery.status).toBe('failed');
              expect(statuses).toEqual(Array(RETRIES.length + 1).fill(500));
            }
          }
          const bad = [...store.deliveries.values()].filter(({ badSignature }) => badSignature);
          expect(arrived.filter(({ genuine }) => !genuine)).toHaveLength(
            bad.reduce((sum, { attempts }) => sum + attempts.length, 0),
          );
          const sentTypes = new Set(arrived.map(({ type }) => type));
          for (let index = 0; index < made; index += 1) {
            const copies = [...store.deliveries.values()].filter(
              ({ eventType }) => eventType === `event.${index}`,
            );
            expect(copies.length === 1 || copies.length === 2).toBe(true);
            expect(sentTypes.has(`event.${index}`)).toBe(copies.some(({ status }) => status !== 'dropped'));
          }
          expect(drops).toBeLessThanOrEqual(
            steps.filter((next) => next.kind === 'fault' && 'dropNext' in next.fault).length,
          );
        },
      ),
      { numRuns: 300 },
    );
  });

  it('keeps the order of events when nothing is odd', async () => {
    const { events, queue, arrived } = aBench([]);
    for (let index = 0; index < 20; index += 1) events.record(`event.${index}`, {}, NO_REQUEST);
    await queue.idle();
    expect(arrived.map(({ type }) => type)).toEqual(
      Array.from({ length: 20 }, (_, index) => `event.${index}`),
    );
  });

  it('changes nothing with answers that come after a reset', async () => {
    const { promise, resolve } = Promise.withResolvers<{ status: number }>();
    const clock = new Clock(frozenTime(0));
    const ids = new Ids(seededBytes('late'));
    const store = new Store();
    const events = new EventLog(clock, ids, store);
    const queue = new EventDeliveryQueue({ clock, ids, store, send: () => promise });
    events.listen((event) => queue.publish(event));
    const account: Account = { clock, ids, store, events, publicUrl: () => '' };
    createEndpoint(account, { url: 'http://localhost:1/', secret: null, enabledEvents: ['*'] });
    events.record('a', {}, NO_REQUEST);
    const [delivery] = store.deliveries.values();
    await Promise.resolve();
    queue.reset();
    resolve({ status: 200 });
    await promise;
    await queue.idle();
    expect(delivery?.status).toBe('sending');
  });
});
