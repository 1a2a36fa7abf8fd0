// Owns the way of an event to its endpoints: order, faults, attempts, retries. The sending itself is passed in, the
// time is the account's clock. Deliveries to one endpoint go out one after the other in the order of events unless a
// fault says otherwise; retries come when their time has come.

import type { Clock, Timer } from '../core/clock.ts';
import type { Ids } from '../core/ids.ts';
import { signatureHeader } from '../core/signature.ts';
import type { Delivery, StripeEvent } from '../state/resources.ts';
import type { Store } from '../state/store.ts';
import type { Faults } from './faults.ts';
import { noFaults, spend } from './faults.ts';
import type { Send } from './send.ts';
import type { Endpoint } from './webhook-endpoint.ts';
import { wants } from './webhook-endpoint.ts';

/** Waits before the second, third, ... attempt. The real sandbox tries three times over a few hours; a developer waits less. */
export const RETRY_DELAYS_SECONDS: readonly number[] = [1, 5, 30, 120, 600, 3_600, 10_800];

/** What the queue works with. */
export interface DeliveryQueueOptions {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly store: Store;
  readonly send: Send;
  readonly retryDelaysSeconds?: readonly number[];
}

/** Takes events and gets them delivered. */
export class DeliveryQueue {
  readonly #clock: Clock;
  readonly #ids: Ids;
  readonly #store: Store;
  readonly #send: Send;
  readonly #retryDelaysSeconds: readonly number[];
  readonly #tails = new Map<string, Promise<void>>();
  readonly #inFlight = new Map<string, Promise<void>>();
  readonly #timers = new Map<string, Timer>();
  #gathered: Delivery[] = [];
  #generation = 0;
  faults: Faults = noFaults();

  constructor(options: DeliveryQueueOptions) {
    this.#clock = options.clock;
    this.#ids = options.ids;
    this.#store = options.store;
    this.#send = options.send;
    this.#retryDelaysSeconds = options.retryDelaysSeconds ?? RETRY_DELAYS_SECONDS;
  }

  /** Sends an event to every endpoint that wants it. */
  enqueue(event: StripeEvent): void {
    const endpoints = [...this.#store.endpoints.values()].filter((endpoint) => wants(endpoint, event.type));
    event.pending_webhooks = endpoints.length;
    const copies = endpoints.length > 0 && spend(this.faults, 'duplicateNext') ? 2 : 1;
    for (const endpoint of endpoints) {
      for (let copy = 0; copy < copies; copy += 1) {
        this.#place(this.#make(event, endpoint, { note: copy === 1 ? 'duplicate' : null }));
      }
    }
  }

  /**
   * Sends an event once more, with its own body or another, and if asked with a signature that does not fit.
   * Without an endpoint every one gets it that wants it.
   */
  resend(
    event: StripeEvent,
    how: { body?: string; badSignature?: boolean; endpointId?: string } = {},
  ): Delivery[] {
    const endpoints = [...this.#store.endpoints.values()].filter((endpoint) =>
      how.endpointId === undefined ? wants(endpoint, event.type) : endpoint.id === how.endpointId,
    );
    return endpoints.map((endpoint) => {
      const delivery = this.#make(event, endpoint, {
        note: 'resent',
        ...(how.body === undefined ? {} : { body: how.body }),
        ...(how.badSignature === undefined ? {} : { badSignature: how.badSignature }),
      });
      this.#dispatch(delivery);
      return delivery;
    });
  }

  /** Lets what is held or gathered go, in the order given. Returns how many there were. */
  release(order: 'first-first' | 'last-first' = 'first-first'): number {
    const held = [...this.#store.deliveries.values()].filter(({ status }) => status === 'held');
    this.#gathered = [];
    if (order === 'last-first') held.reverse();
    for (const delivery of held) this.#dispatch(delivery);
    return held.length;
  }

  /** Sends at once everything that waits for a retry or a delay. Returns how many there were. */
  deliverNow(): number {
    const waiting = [...this.#store.deliveries.values()].filter(({ status }) => status === 'waiting');
    for (const delivery of waiting) {
      this.#timers.get(delivery.id)?.cancel();
      this.#dispatch(delivery);
    }
    return waiting.length;
  }

  /** Resolves when nothing is being sent. Retries that wait do not count. */
  async settle(): Promise<void> {
    while (this.#inFlight.size > 0) await Promise.all(this.#inFlight.values());
  }

  /** Resolves when the deliveries of these events that are being sent have ended, or after `timeoutMs` real time. */
  async settleEvents(eventIds: ReadonlySet<string>, timeoutMs: number): Promise<void> {
    const sending = [...this.#store.deliveries.values()]
      .filter(({ eventId }) => eventIds.has(eventId))
      .map(({ id }) => this.#inFlight.get(id))
      .filter((promise) => promise !== undefined);
    if (sending.length === 0) return;
    const { promise: tooLate, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, timeoutMs);
    await Promise.race([Promise.all(sending), tooLate]);
    clearTimeout(timer);
  }

  /** Takes up again what a saved state left waiting or in mid-send. */
  resume(): void {
    for (const delivery of this.#store.deliveries.values()) {
      if (delivery.status === 'sending') this.#dispatch(delivery);
      else if (delivery.status === 'waiting')
        this.#wait(delivery, delivery.nextAttemptMs ?? this.#clock.nowMs());
    }
  }

  /** Forgets what is under way; answers that still come in change nothing. */
  reset(): void {
    this.#generation += 1;
    for (const timer of this.#timers.values()) timer.cancel();
    this.#timers.clear();
    this.#tails.clear();
    this.#inFlight.clear();
    this.#gathered = [];
    this.faults = noFaults();
  }

  #make(
    event: StripeEvent,
    endpoint: Endpoint,
    how: { note: string | null; body?: string; badSignature?: boolean },
  ): Delivery {
    const delivery: Delivery = {
      id: this.#ids.make('dlv'),
      eventId: event.id,
      eventType: event.type,
      endpointId: endpoint.id,
      url: endpoint.url,
      body: how.body ?? JSON.stringify(event, null, 2),
      createdMs: this.#clock.nowMs(),
      badSignature: how.badSignature ?? spend(this.faults, 'badSignatureNext'),
      status: 'sending',
      nextAttemptMs: null,
      attempts: [],
      note: how.note,
    };
    this.#store.deliveries.set(delivery.id, delivery);
    return delivery;
  }

  #place(delivery: Delivery): void {
    if (spend(this.faults, 'dropNext')) {
      delivery.status = 'dropped';
    } else if (this.faults.hold) {
      delivery.status = 'held';
    } else if (this.faults.reorderWindow > 1) {
      delivery.status = 'held';
      this.#gathered.push(delivery);
      if (this.#gathered.length >= this.faults.reorderWindow) {
        const gathered = this.#gathered.reverse();
        this.#gathered = [];
        for (const next of gathered) this.#dispatch(next);
      }
    } else if (this.faults.delaySeconds > 0) {
      this.#wait(delivery, this.#clock.nowMs() + this.faults.delaySeconds * 1000);
    } else {
      this.#dispatch(delivery);
    }
  }

  #wait(delivery: Delivery, untilMs: number): void {
    delivery.status = 'waiting';
    delivery.nextAttemptMs = untilMs;
    this.#timers.set(
      delivery.id,
      this.#clock.at(untilMs, () => this.#dispatch(delivery)),
    );
  }

  #dispatch(delivery: Delivery): void {
    this.#timers.delete(delivery.id);
    delivery.status = 'sending';
    delivery.nextAttemptMs = null;
    const tail = this.#tails.get(delivery.endpointId) ?? Promise.resolve();
    const sent = tail.then(() => this.#attempt(delivery));
    this.#tails.set(delivery.endpointId, sent);
    this.#inFlight.set(delivery.id, sent);
    void sent.then(() => {
      if (this.#inFlight.get(delivery.id) === sent) this.#inFlight.delete(delivery.id);
    });
  }

  async #attempt(delivery: Delivery): Promise<void> {
    const generation = this.#generation;
    const endpoint = this.#store.endpoints.get(delivery.endpointId);
    if (endpoint === undefined) {
      delivery.status = 'failed';
      return;
    }
    const secret = delivery.badSignature ? `${endpoint.secret}-wrong` : endpoint.secret;
    const signature = signatureHeader(delivery.body, [secret], this.#clock.nowSeconds());
    const attempt = {
      atMs: this.#clock.nowMs(),
      signature,
      status: null as number | null,
      error: null as string | null,
      durationMs: 0,
    };
    delivery.attempts.push(attempt);
    const started = performance.now();
    const result = await this.#send(delivery.url, delivery.body, {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-cache',
      'stripe-signature': signature,
      'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
    });
    if (generation !== this.#generation) return;
    attempt.durationMs = Math.round(performance.now() - started);
    if ('status' in result) attempt.status = result.status;
    else attempt.error = result.error;
    this.#conclude(delivery, attempt.status !== null && attempt.status >= 200 && attempt.status < 300);
  }

  #conclude(delivery: Delivery, accepted: boolean): void {
    if (accepted) {
      delivery.status = 'delivered';
      const event = this.#store.events.get(delivery.eventId);
      if (event !== undefined && event.pending_webhooks > 0) event.pending_webhooks -= 1;
      return;
    }
    const delaySeconds = this.#retryDelaysSeconds[delivery.attempts.length - 1];
    if (delaySeconds === undefined) delivery.status = 'failed';
    else this.#wait(delivery, this.#clock.nowMs() + delaySeconds * 1000);
  }
}
