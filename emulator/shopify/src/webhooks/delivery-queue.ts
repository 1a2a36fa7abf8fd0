// Owns the way of a webhook to its subscribers: signature, order, faults, retries, and the end of a subscription that
// never answers. The sending is passed in, the time is the shop's clock.

import { createHmac } from 'node:crypto';
import type { Clock, Timer } from '../core/clock.ts';
import type { Faults } from './faults.ts';
import { noFaults, spend } from './faults.ts';
import type { Send } from './send.ts';
import type { Topic, TopicName, WebhookSubscription } from './subscription.ts';
import { TOPICS } from './subscription.ts';

/** Eight retries over four hours. The real waits are not published; these grow the same way. */
export const RETRY_DELAYS_SECONDS: readonly number[] = [60, 120, 300, 600, 1_200, 2_400, 4_200, 5_520];

/** One try. */
export interface Attempt {
  readonly atMs: number;
  status: number | null;
  error: string | null;
  durationMs: number;
}

/** A webhook on its way to one subscriber. */
export interface Delivery {
  /** The X-Shopify-Webhook-Id: the same on every attempt and on a duplicate. */
  readonly webhookId: string;
  readonly eventId: string;
  readonly topic: Topic;
  readonly subscriptionId: number;
  /** Where it goes, also when the subscription changes meanwhile. */
  readonly uri: string;
  readonly apiVersion: string;
  readonly body: string;
  readonly triggeredAt: string;
  readonly badSignature: boolean;
  readonly note: string | null;
  status: 'sending' | 'held' | 'waiting' | 'delivered' | 'failed' | 'dropped';
  readonly attempts: Attempt[];
}

/** What the queue works with. */
export interface DeliveryQueueOptions {
  readonly clock: Clock;
  readonly send: Send;
  readonly uuid: () => string;
  readonly domain: string;
  /** The app's client secret. */
  readonly secret: string;
  readonly retryDelaysSeconds?: readonly number[];
}

/** How many deliveries are remembered. */
const MOST_REMEMBERED = 5_000;

/** Keeps subscriptions and gets webhooks delivered. */
export class DeliveryQueue {
  readonly subscriptions: Map<number, WebhookSubscription> = new Map();
  readonly deliveries: Delivery[] = [];
  faults: Faults = noFaults();
  readonly #options: DeliveryQueueOptions;
  readonly #retryDelaysSeconds: readonly number[];
  readonly #tails = new Map<number, Promise<void>>();
  readonly #timers = new Map<Delivery, Timer>();
  readonly #inFlight = new Set<Promise<void>>();
  #gathered: Delivery[] = [];
  #generation = 0;

  constructor(options: DeliveryQueueOptions) {
    this.#options = options;
    this.#retryDelaysSeconds = options.retryDelaysSeconds ?? RETRY_DELAYS_SECONDS;
  }

  /** Sends a body to everyone who wants the topic. */
  publish(topic: Topic, payload: Record<string, unknown>): void {
    const eventId = this.#options.uuid();
    const triggeredAt = new Date(this.#options.clock.nowMs()).toISOString();
    for (const subscription of this.subscriptions.values()) {
      if (TOPICS[subscription.topic] !== topic) continue;
      const delivery = this.#remember({
        webhookId: this.#options.uuid(),
        eventId,
        topic,
        subscriptionId: subscription.id,
        uri: subscription.uri,
        apiVersion: subscription.apiVersion,
        body: JSON.stringify(only(payload, subscription.includeFields)),
        triggeredAt,
        badSignature: spend(this.faults, 'badSignatureNext'),
        note: null,
        status: 'sending',
        attempts: [],
      });
      this.#place(delivery);
      if (spend(this.faults, 'duplicateNext')) {
        this.#place(this.#remember({ ...delivery, attempts: [], note: 'duplicate' }));
      }
    }
  }

  /** Sends a delivery once more under its own webhook id, if asked with another body or an HMAC that does not fit. */
  resend(delivery: Delivery, how: { body?: string; badSignature?: boolean } = {}): Delivery {
    const copy = this.#remember({
      ...delivery,
      body: how.body ?? delivery.body,
      badSignature: how.badSignature ?? false,
      note: 'resent',
      status: 'sending',
      attempts: [],
    });
    this.#dispatch(copy);
    return copy;
  }

  /** Lets what is held or gathered go. Returns how many there were. */
  release(order: 'first-first' | 'last-first' = 'first-first'): number {
    const held = this.deliveries.filter(({ status }) => status === 'held');
    this.#gathered = [];
    if (order === 'last-first') held.reverse();
    for (const delivery of held) this.#dispatch(delivery);
    return held.length;
  }

  /** Sends at once what waits for a retry or a delay. Returns how many there were. */
  deliverNow(): number {
    const waiting = this.deliveries.filter(({ status }) => status === 'waiting');
    for (const delivery of waiting) {
      this.#timers.get(delivery)?.cancel();
      this.#dispatch(delivery);
    }
    return waiting.length;
  }

  /** Resolves when nothing is being sent. Retries that wait do not count. */
  async settle(): Promise<void> {
    while (this.#inFlight.size > 0) await Promise.all(this.#inFlight);
  }

  /** Forgets deliveries and faults; answers that still come in change nothing. */
  reset(): void {
    this.#generation += 1;
    for (const timer of this.#timers.values()) timer.cancel();
    this.#timers.clear();
    this.#tails.clear();
    this.#inFlight.clear();
    this.#gathered = [];
    this.deliveries.length = 0;
    this.faults = noFaults();
  }

  #remember(delivery: Delivery): Delivery {
    this.deliveries.push(delivery);
    if (this.deliveries.length > MOST_REMEMBERED) {
      const done = this.deliveries.findIndex(
        ({ status }) => status === 'delivered' || status === 'failed' || status === 'dropped',
      );
      if (done >= 0) this.deliveries.splice(done, 1);
    }
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
      if (this.#gathered.length < this.faults.reorderWindow) return;
      const gathered = this.#gathered.reverse();
      this.#gathered = [];
      for (const next of gathered) this.#dispatch(next);
    } else if (this.faults.delaySeconds > 0) {
      this.#wait(delivery, this.faults.delaySeconds);
    } else {
      this.#dispatch(delivery);
    }
  }

  #wait(delivery: Delivery, seconds: number): void {
    delivery.status = 'waiting';
    const due = this.#options.clock.nowMs() + seconds * 1000;
    this.#timers.set(
      delivery,
      this.#options.clock.at(due, () => this.#dispatch(delivery)),
    );
  }

  #dispatch(delivery: Delivery): void {
    this.#timers.delete(delivery);
    delivery.status = 'sending';
    const tail = this.#tails.get(delivery.subscriptionId) ?? Promise.resolve();
    const sent = tail.then(() => this.#attempt(delivery));
    this.#tails.set(delivery.subscriptionId, sent);
    this.#inFlight.add(sent);
    void sent.then(() => this.#inFlight.delete(sent));
  }

  async #attempt(delivery: Delivery): Promise<void> {
    const generation = this.#generation;
    const attempt: Attempt = { atMs: this.#options.clock.nowMs(), status: null, error: null, durationMs: 0 };
    delivery.attempts.push(attempt);
    const started = performance.now();
    const result = await this.#options.send(delivery.uri, delivery.body, this.#headersOf(delivery));
    if (generation !== this.#generation) return;
    attempt.durationMs = Math.round(performance.now() - started);
    if ('status' in result) attempt.status = result.status;
    else attempt.error = result.error;
    this.#conclude(delivery, attempt.status !== null && attempt.status >= 200 && attempt.status < 300);
  }

  #headersOf(delivery: Delivery): Record<string, string> {
    const secret = delivery.badSignature ? `${this.#options.secret}-wrong` : this.#options.secret;
    return {
      'content-type': 'application/json',
      'user-agent': 'Shopify-Captain-Hook',
      'x-shopify-api-version': delivery.apiVersion,
      'x-shopify-event-id': delivery.eventId,
      'x-shopify-hmac-sha256': hmacOf(delivery.body, secret),
      'x-shopify-shop-domain': this.#options.domain,
      'x-shopify-topic': delivery.topic,
      'x-shopify-triggered-at': delivery.triggeredAt,
      'x-shopify-webhook-id': delivery.webhookId,
    };
  }

  #conclude(delivery: Delivery, accepted: boolean): void {
    if (accepted) {
      delivery.status = 'delivered';
      return;
    }
    const delay = this.#retryDelaysSeconds[delivery.attempts.length - 1];
    if (delay !== undefined) {
      this.#wait(delivery, delay);
      return;
    }
    delivery.status = 'failed';
    if (this.subscriptions.get(delivery.subscriptionId)?.removable === true) {
      this.subscriptions.delete(delivery.subscriptionId);
    }
  }
}

/** Base64 HMAC-SHA256 of the body under the app's client secret. */
export function hmacOf(body: string, secret: string): string {
  return createHmac('sha256', secret).update(body, 'utf8').digest('base64');
}

function only(payload: Record<string, unknown>, fields: readonly string[]): Record<string, unknown> {
  if (fields.length === 0) return payload;
  return Object.fromEntries(Object.entries(payload).filter(([name]) => fields.includes(name)));
}

/** The enum value of a topic. */
export function topicName(topic: Topic): TopicName {
  return Object.entries(TOPICS).find(([, value]) => value === topic)?.[0] as TopicName;
}
