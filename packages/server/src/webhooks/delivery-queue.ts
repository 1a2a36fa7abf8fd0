// Delivers webhooks until the endpoint responds with 2xx: fault injection, order, attempts,
// retries. Deliveries to one endpoint are sent one at a time, in the order in which they were
// enqueued unless a fault changes it. A due retry is sent after the delivery in progress. Emulators
// add their own record and signature.

import type { Clock, Timer } from '../core/clock.ts';
import { activeSpan, type Span } from '../core/tracing.ts';
import type { DeliveryFaults } from './fault-injection.ts';
import { consumeFault } from './fault-injection.ts';
import type { Send } from './send.ts';

/** One attempt to deliver. `status` and `error` are null while it is being sent. */
interface DeliveryAttempt {
  /** Milliseconds since the epoch, on the emulator's clock. */
  readonly atMs: number;
  /** The HTTP status of the response. */
  status: number | null;
  /** The reason why there was no response. */
  error: string | null;
  durationMs: number;
}

/**
 * `held` waits for a release, `waiting` for a time (`nextAttemptMs`); `delivered`, `failed`
 * (retries exhausted or the endpoint deleted) and `dropped` are final.
 */
type DeliveryStatus = 'sending' | 'held' | 'waiting' | 'delivered' | 'failed' | 'dropped';

/** The fields of a delivery that the queue needs. Emulators add fields to show. */
export interface Delivery {
  readonly body: string;
  readonly badSignature: boolean;
  status: DeliveryStatus;
  nextAttemptMs: number | null;
  readonly attempts: DeliveryAttempt[];
}

/** The HTTP request of an attempt. `attemptFields` are added to the attempt's record. */
export interface DeliveryRequest {
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly attemptFields?: Readonly<Record<string, unknown>>;
}

interface DeliveryQueueOptions<F extends DeliveryFaults> {
  readonly clock: Clock;
  readonly send: Send;
  /**
   * Delays before the second, third and later attempts. After the last one, a delivery has failed.
   */
  readonly retryDelaysSeconds: readonly number[];
  /** The initial faults, also after a reset: all turned off. */
  readonly noFaults: () => F;
}

/** A queue of webhook deliveries with retries and fault injection. */
export abstract class DeliveryQueue<D extends Delivery, F extends DeliveryFaults> {
  /** The active faults. Change its fields to inject faults. */
  readonly faults: F;
  protected readonly clock: Clock;
  readonly #send: Send;
  readonly #retryDelaysSeconds: readonly number[];
  readonly #noFaults: () => F;
  /** The last delivery in line for each endpoint. */
  readonly #tails = new Map<string | number, Promise<void>>();
  readonly #inFlight = new Map<D, Promise<void>>();
  readonly #timers = new Map<D, Timer>();
  /** The span that caused each delivery: an attempt hours later belongs to the same trace. */
  readonly #causes = new WeakMap<D, Span>();
  #reorderBuffer: D[] = [];
  /**
   * Incremented by each reset: deliveries dispatched before it are not sent, and their responses
   * are ignored.
   */
  #generation = 0;

  constructor(options: DeliveryQueueOptions<F>) {
    this.clock = options.clock;
    this.#send = options.send;
    this.#retryDelaysSeconds = options.retryDelaysSeconds;
    this.#noFaults = options.noFaults;
    this.faults = options.noFaults();
  }

  /** All stored deliveries, oldest first. */
  protected abstract stored(): readonly D[];

  /** The endpoint, whose deliveries are sent one at a time. */
  protected abstract endpointOf(delivery: D): string | number;

  /**
   * The type of its event, such as `checkout.session.completed` or `orders/create`, shown in
   * traces.
   */
  protected abstract eventTypeOf(delivery: D): string;

  /** The signed request for an attempt now, or null if the endpoint no longer exists. */
  protected abstract requestFor(delivery: D): DeliveryRequest | null;

  /** Called when the endpoint has accepted a delivery. */
  protected onDelivered(_delivery: D): void {}

  /** Called when the last retry has failed. */
  protected onExhausted(_delivery: D): void {}

  /** Sends the deliveries that are held or buffered for reordering. Returns their number. */
  release(order: 'first-first' | 'last-first' = 'first-first'): number {
    const held = this.stored().filter(({ status }) => status === 'held');
    this.#reorderBuffer = [];
    if (order === 'last-first') held.reverse();
    for (const delivery of held) this.dispatch(delivery);
    return held.length;
  }

  /** Immediately sends deliveries that wait for a retry or a delay. Returns their number. */
  deliverNow(): number {
    const waiting = this.stored().filter(({ status }) => status === 'waiting');
    for (const delivery of waiting) {
      this.#timers.get(delivery)?.cancel();
      this.dispatch(delivery);
    }
    return waiting.length;
  }

  /**
   * Resolves when nothing is being sent. Deliveries that are held or wait for a retry do not count.
   */
  async idle(): Promise<void> {
    while (this.#inFlight.size > 0) await Promise.all(this.#inFlight.values());
  }

  /** Resolves when no matching delivery is being sent, or after `timeoutMs` of real time. */
  async idleFor(matches: (delivery: D) => boolean, timeoutMs: number): Promise<void> {
    const sending = [...this.#inFlight].filter(([delivery]) => matches(delivery)).map(([, sent]) => sent);
    if (sending.length === 0) return;
    const { promise: timedOut, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, timeoutMs);
    await Promise.race([Promise.all(sending), timedOut]);
    clearTimeout(timer);
  }

  /** Resumes stored deliveries that were being sent or waiting in a loaded state. */
  resume(): void {
    for (const delivery of this.stored()) {
      if (delivery.status === 'sending') this.dispatch(delivery);
      else if (delivery.status === 'waiting')
        this.#waitUntil(delivery, delivery.nextAttemptMs ?? this.clock.nowMs());
    }
  }

  /** Cancels retries and turns faults off. Pending responses have no effect. */
  reset(): void {
    this.#generation += 1;
    for (const timer of this.#timers.values()) timer.cancel();
    this.#timers.clear();
    this.#tails.clear();
    this.#inFlight.clear();
    this.#reorderBuffer = [];
    this.clearFaults();
  }

  /** Turns every fault off. Deliveries that are held, delayed or buffered stay so. */
  clearFaults(): void {
    Object.assign(this.faults, this.#noFaults());
  }

  /**
   * Applies the active faults to a stored delivery, and sends it unless a fault delays or drops it.
   */
  protected enqueue(delivery: D): void {
    const faults: DeliveryFaults = this.faults;
    this.#rememberCause(delivery);
    if (consumeFault(faults, 'dropNext')) {
      delivery.status = 'dropped';
      const span = this.#causes.get(delivery)?.child('deliver webhook', {
        kind: 'client',
        attributes: { event: this.eventTypeOf(delivery) },
      });
      span?.fail('dropped by the fault dropNext');
      span?.end();
    } else if (faults.hold) {
      delivery.status = 'held';
    } else if (faults.reorderWindow > 1) {
      delivery.status = 'held';
      this.#reorderBuffer.push(delivery);
      if (this.#reorderBuffer.length < faults.reorderWindow) return;
      const reversed = this.#reorderBuffer.reverse();
      this.#reorderBuffer = [];
      for (const next of reversed) this.dispatch(next);
    } else if (faults.delaySeconds > 0) {
      this.#waitUntil(delivery, this.clock.nowMs() + faults.delaySeconds * 1000);
    } else {
      this.dispatch(delivery);
    }
  }

  /**
   * Sends a stored delivery after the ones in progress to the same endpoint, regardless of faults.
   */
  protected dispatch(delivery: D): void {
    this.#timers.delete(delivery);
    this.#rememberCause(delivery);
    delivery.status = 'sending';
    delivery.nextAttemptMs = null;
    const endpoint = this.endpointOf(delivery);
    const generation = this.#generation;
    const sent = (this.#tails.get(endpoint) ?? Promise.resolve()).then(() =>
      this.#attempt(delivery, generation),
    );
    this.#tails.set(endpoint, sent);
    this.#inFlight.set(delivery, sent);
    void sent.then(() => {
      if (this.#inFlight.get(delivery) === sent) this.#inFlight.delete(delivery);
    });
  }

  #rememberCause(delivery: D): void {
    const span = activeSpan();
    if (span !== undefined && !this.#causes.has(delivery)) this.#causes.set(delivery, span);
  }

  #waitUntil(delivery: D, dueMs: number): void {
    delivery.status = 'waiting';
    delivery.nextAttemptMs = dueMs;
    this.#timers.set(
      delivery,
      this.clock.setTimer(dueMs, () => this.dispatch(delivery)),
    );
  }

  async #attempt(delivery: D, generation: number): Promise<void> {
    if (generation !== this.#generation) return;
    const request = this.requestFor(delivery);
    if (request === null) {
      delivery.status = 'failed';
      return;
    }
    const attempt: DeliveryAttempt = {
      atMs: this.clock.nowMs(),
      ...request.attemptFields,
      status: null,
      error: null,
      durationMs: 0,
    };
    delivery.attempts.push(attempt);
    const startedMs = performance.now();
    const span = this.#causes.get(delivery)?.child('deliver webhook', {
      kind: 'client',
      attributes: {
        event: this.eventTypeOf(delivery),
        'url.full': request.url,
        attempt: delivery.attempts.length,
      },
    });
    const headers =
      span === undefined ? request.headers : { ...request.headers, traceparent: span.traceparent };
    const result = await this.#send(request.url, delivery.body, headers);
    span?.set({ ...result });
    if ('error' in result || result.status >= 300)
      span?.fail('error' in result ? result.error : `status ${result.status}`);
    span?.end();
    if (generation !== this.#generation) return;
    attempt.durationMs = Math.round(performance.now() - startedMs);
    if ('status' in result) attempt.status = result.status;
    else attempt.error = result.error;
    this.#conclude(delivery, attempt.status !== null && attempt.status >= 200 && attempt.status < 300);
  }

  #conclude(delivery: D, accepted: boolean): void {
    const delaySeconds = this.#retryDelaysSeconds[delivery.attempts.length - 1];
    if (accepted) {
      delivery.status = 'delivered';
      this.onDelivered(delivery);
    } else if (delaySeconds !== undefined) {
      this.#waitUntil(delivery, this.clock.nowMs() + delaySeconds * 1000);
    } else {
      delivery.status = 'failed';
      this.onExhausted(delivery);
    }
  }
}
