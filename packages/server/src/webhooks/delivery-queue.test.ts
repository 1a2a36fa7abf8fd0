import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Clock, frozenTime } from '../core/clock.ts';
import { runInSpan, type SpanRecord, startTrace } from '../core/tracing.ts';
import type { Delivery } from './delivery-queue.ts';
import { DeliveryQueue } from './delivery-queue.ts';
import type { DeliveryFaults } from './fault-injection.ts';
import { consumeFault, noDeliveryFaults } from './fault-injection.ts';
import type { Send } from './send.ts';

/** `npm run test:deep` tries more cases. */
const DEEP = Number(process.env.SAVEPOINT_DEEP ?? 1);

const RETRY_DELAYS_SECONDS = [10, 20];
const ALL_RETRIES_SECONDS = 1_000;

interface NamedDelivery extends Delivery {
  readonly name: string;
  readonly endpoint: string;
}

/**
 * A minimal emulator: a delivery's body is its name, and its signature is the word `good` or `bad`.
 */
class TestQueue extends DeliveryQueue<NamedDelivery, DeliveryFaults> {
  readonly deliveries: NamedDelivery[] = [];
  readonly deletedEndpoints = new Set<string>();
  readonly ended: string[] = [];

  publish(name: string, endpoint = 'a'): void {
    const copies = consumeFault(this.faults, 'duplicateNext') ? 2 : 1;
    for (let copy = 0; copy < copies; copy += 1) {
      const delivery: NamedDelivery = {
        name,
        endpoint,
        body: name,
        badSignature: consumeFault(this.faults, 'badSignatureNext'),
        status: 'sending',
        nextAttemptMs: null,
        attempts: [],
      };
      this.deliveries.push(delivery);
      this.enqueue(delivery);
    }
  }

  protected override stored(): readonly NamedDelivery[] {
    return this.deliveries;
  }

  protected override endpointOf(delivery: NamedDelivery): string {
    return delivery.endpoint;
  }

  protected override eventTypeOf({ body }: NamedDelivery) {
    return `${body}.created`;
  }

  protected override requestFor(delivery: NamedDelivery) {
    if (this.deletedEndpoints.has(delivery.endpoint)) return null;
    return {
      url: `http://${delivery.endpoint}`,
      headers: { signature: delivery.badSignature ? 'bad' : 'good' },
    };
  }

  protected override onDelivered(delivery: NamedDelivery): void {
    this.ended.push(`delivered ${delivery.name}`);
  }

  protected override onExhausted(delivery: NamedDelivery): void {
    this.ended.push(`exhausted ${delivery.name}`);
  }
}

/**
 * A queue on a stopped clock. Its endpoint accepts deliveries with a good signature, as far as
 * `responses` allows.
 */
function createQueue(responses: readonly boolean[] = [], send?: Send) {
  const clock = new Clock(frozenTime(1_800_000_000_000));
  const received: { name: string; signature: string | undefined }[] = [];
  let count = 0;
  const queue = new TestQueue({
    clock,
    retryDelaysSeconds: RETRY_DELAYS_SECONDS,
    noFaults: noDeliveryFaults,
    send:
      send ??
      (async (_, body, { signature }) => {
        received.push({ name: body, signature });
        const accepted = signature === 'good' && (responses[count++] ?? true);
        return { status: accepted ? 200 : 500 };
      }),
  });
  const advance = (seconds: number) => clock.advance(seconds * 1000, () => queue.idle());
  const names = () => received.map(({ name }) => name);
  return { clock, queue, received, names, advance };
}

const step = fc.oneof(
  { weight: 4, arbitrary: fc.constant({ kind: 'publish' as const }) },
  fc.record({ kind: fc.constant('advance' as const), seconds: fc.integer({ min: 0, max: 30 }) }),
  fc.record({
    kind: fc.constant('fault' as const),
    fault: fc.constantFrom<Partial<DeliveryFaults>>(
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
  fc.constant({ kind: 'deliver now' as const }),
);

describe('a delivery queue', () => {
  it('delivers every event that no fault dropped, or fails it after the last retry, for any injected faults', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 30 }),
        fc.array(fc.boolean(), { maxLength: 30 }),
        async (steps, responses) => {
          const { queue, received, advance } = createQueue(responses);
          let published = 0;
          for (const next of steps) {
            if (next.kind === 'publish') queue.publish(`event.${published++}`);
            else if (next.kind === 'advance') await advance(next.seconds);
            else if (next.kind === 'release') queue.release(next.order);
            else if (next.kind === 'deliver now') queue.deliverNow();
            else Object.assign(queue.faults, next.fault);
            await queue.idle();
          }
          queue.clearFaults();
          queue.release();
          await queue.idle();
          await advance(ALL_RETRIES_SECONDS);
          for (const { status, attempts } of queue.deliveries) {
            const statuses = attempts.map((attempt) => attempt.status);
            if (status === 'dropped') {
              expect(statuses).toEqual([]);
            } else if (status === 'delivered') {
              expect(statuses.indexOf(200)).toBe(statuses.length - 1);
              expect(statuses.length).toBeLessThanOrEqual(RETRY_DELAYS_SECONDS.length + 1);
            } else {
              expect(status).toBe('failed');
              expect(statuses).toEqual(Array(RETRY_DELAYS_SECONDS.length + 1).fill(500));
            }
          }
          const badlySigned = queue.deliveries.filter(({ badSignature }) => badSignature);
          expect(received.filter(({ signature }) => signature === 'bad')).toHaveLength(
            badlySigned.reduce((sum, { attempts }) => sum + attempts.length, 0),
          );
          const sent = new Set(received.map(({ name }) => name));
          for (let index = 0; index < published; index += 1) {
            const copies = queue.deliveries.filter(({ name }) => name === `event.${index}`);
            expect(copies.length === 1 || copies.length === 2).toBe(true);
            expect(sent.has(`event.${index}`)).toBe(copies.some(({ status }) => status !== 'dropped'));
          }
          const drops = steps.filter((next) => next.kind === 'fault' && 'dropNext' in next.fault).length;
          expect(queue.deliveries.filter(({ status }) => status === 'dropped').length).toBeLessThanOrEqual(
            drops,
          );
        },
      ),
      { numRuns: 300 * DEEP },
    );
  });

  it('sends in publication order without faults', async () => {
    const { queue, names } = createQueue();
    const expected = Array.from({ length: 20 }, (_, index) => `event.${index}`);
    for (const name of expected) queue.publish(name);
    await queue.idle();
    expect(names()).toEqual(expected);
  });

  it('retries after each delay, then fails the delivery and reports it as exhausted', async () => {
    const { queue, names, advance } = createQueue([false, false, false]);
    queue.publish('A');
    await queue.idle();
    await advance(9);
    expect(names()).toHaveLength(1);
    await advance(1);
    expect(names()).toHaveLength(2);
    await advance(20);
    expect(queue.deliveries).toMatchObject([{ status: 'failed', nextAttemptMs: null }]);
    await advance(ALL_RETRIES_SECONDS);
    expect(names()).toHaveLength(3);
    expect(queue.ended).toEqual(['exhausted A']);
  });

  it('fails a delivery without an attempt when its endpoint has been deleted', async () => {
    const { queue, names } = createQueue();
    queue.deletedEndpoints.add('a');
    queue.publish('A');
    await queue.idle();
    expect(names()).toEqual([]);
    expect(queue.deliveries).toMatchObject([{ status: 'failed', attempts: [] }]);
  });

  it('sends to one endpoint while another one has not responded yet', async () => {
    const { promise, resolve } = Promise.withResolvers<{ status: number }>();
    const { queue } = createQueue([], async (url) => (url === 'http://slow' ? promise : { status: 200 }));
    queue.publish('A', 'slow');
    queue.publish('B', 'fast');
    await queue.idleFor(({ endpoint }) => endpoint === 'fast', 5_000);
    expect(queue.deliveries.map(({ status }) => status)).toEqual(['sending', 'delivered']);
    resolve({ status: 200 });
    await queue.idle();
    expect(queue.deliveries.map(({ status }) => status)).toEqual(['delivered', 'delivered']);
  });

  it('stops waiting for a delivery after the time limit of idleFor', async () => {
    const { queue } = createQueue([], () => new Promise(() => {}));
    queue.publish('A');
    await queue.idleFor(() => true, 10);
    expect(queue.deliveries).toMatchObject([{ status: 'sending' }]);
  });

  it('resumes deliveries that were being sent or waiting in a loaded state', async () => {
    const { queue, names, advance, clock } = createQueue();
    const left = { endpoint: 'a', badSignature: false, attempts: [] };
    queue.deliveries.push(
      { ...left, name: 'A', body: 'A', status: 'sending', nextAttemptMs: null },
      { ...left, name: 'B', body: 'B', status: 'waiting', nextAttemptMs: clock.nowMs() + 5_000 },
      { ...left, name: 'C', body: 'C', status: 'held', nextAttemptMs: null },
    );
    queue.resume();
    await queue.idle();
    expect(names()).toEqual(['A']);
    await advance(5);
    expect(names()).toEqual(['A', 'B']);
  });

  it('after a reset, ignores earlier responses and does not send earlier deliveries', async () => {
    const { promise, resolve } = Promise.withResolvers<{ status: number }>();
    const sent: string[] = [];
    const { queue } = createQueue([], (_, body) => {
      sent.push(body);
      return promise;
    });
    queue.publish('A');
    queue.publish('B');
    await Promise.resolve();
    queue.reset();
    resolve({ status: 200 });
    await promise;
    await new Promise((done) => setImmediate(done));
    expect(sent).toEqual(['A']);
    expect(queue.deliveries.map(({ status }) => status)).toEqual(['sending', 'sending']);
    expect(queue.ended).toEqual([]);
  });

  it('records a dropped delivery as a failed span in the trace that caused it', () => {
    const { queue } = createQueue();
    const records: SpanRecord[] = [];
    queue.faults.dropNext = 1;
    runInSpan(
      startTrace((record) => records.push(record), 'pay', undefined),
      () => queue.publish('A'),
    );
    expect(records).toMatchObject([
      {
        name: 'deliver webhook',
        error: 'dropped by the fault dropNext',
        attributes: { event: 'A.created' },
      },
    ]);
  });

  it('turns every fault off on reset', () => {
    const { queue } = createQueue();
    const { faults } = queue;
    Object.assign(faults, { hold: true, dropNext: 3 });
    queue.reset();
    expect(faults).toEqual(noDeliveryFaults());
  });
});
