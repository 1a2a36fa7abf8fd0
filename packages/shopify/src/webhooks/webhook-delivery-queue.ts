import { createHmac } from 'node:crypto';
import type { Clock } from '@savepoint/server/core/clock';
import type { Delivery, DeliveryRequest } from '@savepoint/server/webhooks/delivery-queue';
import { DeliveryQueue } from '@savepoint/server/webhooks/delivery-queue';
import { consumeFault } from '@savepoint/server/webhooks/fault-injection';
import type { Send } from '@savepoint/server/webhooks/send';
import { encodeWebhookBody } from './payload.ts';
import type { ShopifyFaults } from './shopify-faults.ts';
import { noFaults } from './shopify-faults.ts';
import type { Topic, WebhookSubscription } from './subscription.ts';
import { TOPICS } from './subscription.ts';

/**
 * Delays before the eight retries, four hours in total. Shopify publishes their number and the
 * total, but not the delays: https://shopify.dev/docs/apps/build/webhooks/troubleshooting-webhooks
 */
const RETRY_DELAYS_SECONDS: readonly number[] = [60, 120, 300, 600, 1_200, 2_400, 4_200, 5_520];

/** The delivery of a webhook to one subscription. */
export interface WebhookDelivery extends Delivery {
  /** The X-Shopify-Webhook-Id header, which is the same for every attempt and for duplicates. */
  readonly webhookId: string;
  readonly eventId: string;
  readonly topic: Topic;
  readonly subscriptionId: number;
  /** The subscription's URI at the time of the event. */
  readonly uri: string;
  readonly apiVersion: string;
  readonly triggeredAt: string;
  readonly note: 'duplicate' | 'resent' | null;
}

export interface WebhookDeliveryQueueOptions {
  readonly clock: Clock;
  readonly send: Send;
  readonly uuid: () => string;
  readonly domain: string;
  /** The app's client secret. */
  readonly secret: string;
  readonly retryDelaysSeconds?: readonly number[];
}

/** The number of stored deliveries; older finished ones are deleted. */
const MAX_STORED_DELIVERIES = 5_000;

/** Stores webhook subscriptions and delivers webhooks to them. */
export class WebhookDeliveryQueue extends DeliveryQueue<WebhookDelivery, ShopifyFaults> {
  readonly subscriptions: Map<number, WebhookSubscription> = new Map();
  /** Oldest first. */
  readonly deliveries: WebhookDelivery[] = [];
  readonly #options: WebhookDeliveryQueueOptions;

  constructor(options: WebhookDeliveryQueueOptions) {
    super({
      clock: options.clock,
      send: options.send,
      retryDelaysSeconds: options.retryDelaysSeconds ?? RETRY_DELAYS_SECONDS,
      noFaults,
    });
    this.#options = options;
  }

  /**
   * Delivers a payload to every subscription to the topic, reduced to the fields that the
   * subscription includes.
   */
  publish(topic: Topic, payload: Record<string, unknown>): void {
    const eventId = this.#options.uuid();
    const triggeredAt = new Date(this.clock.nowMs()).toISOString();
    for (const subscription of this.subscriptions.values()) {
      if (TOPICS[subscription.topic] !== topic) continue;
      const delivery = this.#store({
        webhookId: this.#options.uuid(),
        eventId,
        topic,
        subscriptionId: subscription.id,
        uri: subscription.uri,
        apiVersion: subscription.apiVersion,
        body: encodeWebhookBody(pick(payload, subscription.includeFields)),
        triggeredAt,
        badSignature: consumeFault(this.faults, 'badSignatureNext'),
        note: null,
        status: 'sending',
        nextAttemptMs: null,
        attempts: [],
      });
      this.enqueue(delivery);
      if (consumeFault(this.faults, 'duplicateNext')) {
        this.enqueue(this.#store({ ...delivery, attempts: [], note: 'duplicate' }));
      }
    }
  }

  /**
   * Delivers a webhook once more with a new webhook id, regardless of faults.
   * @param changes another body, or an invalid HMAC
   */
  resend(
    delivery: WebhookDelivery,
    changes: { body?: string; badSignature?: boolean } = {},
  ): WebhookDelivery {
    const copy = this.#store({
      ...delivery,
      body: changes.body ?? delivery.body,
      badSignature: changes.badSignature ?? false,
      note: 'resent',
      status: 'sending',
      attempts: [],
    });
    this.dispatch(copy);
    return copy;
  }

  /** Deletes the deliveries, cancels retries and turns faults off. */
  override reset(): void {
    super.reset();
    this.deliveries.length = 0;
  }

  protected override stored(): readonly WebhookDelivery[] {
    return this.deliveries;
  }

  protected override endpointOf(delivery: WebhookDelivery): number {
    return delivery.subscriptionId;
  }

  protected override eventTypeOf(delivery: WebhookDelivery): string {
    return delivery.topic;
  }

  protected override requestFor(delivery: WebhookDelivery): DeliveryRequest {
    const secret = delivery.badSignature ? `${this.#options.secret}-wrong` : this.#options.secret;
    return {
      url: delivery.uri,
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Shopify-Captain-Hook',
        'x-shopify-api-version': delivery.apiVersion,
        'x-shopify-event-id': delivery.eventId,
        'x-shopify-hmac-sha256': hmacOf(delivery.body, secret),
        'x-shopify-shop-domain': this.#options.domain,
        'x-shopify-topic': delivery.topic,
        'x-shopify-triggered-at': delivery.triggeredAt,
        'x-shopify-webhook-id': delivery.webhookId,
      },
    };
  }

  /**
   * Shopify deletes a subscription created through the Admin API when every retry of a delivery has
   * failed.
   */
  protected override onExhausted(delivery: WebhookDelivery): void {
    if (this.subscriptions.get(delivery.subscriptionId)?.removable === true) {
      this.subscriptions.delete(delivery.subscriptionId);
    }
  }

  #store(delivery: WebhookDelivery): WebhookDelivery {
    this.deliveries.push(delivery);
    if (this.deliveries.length > MAX_STORED_DELIVERIES) {
      const ended = this.deliveries.findIndex(
        ({ status }) => status === 'delivered' || status === 'failed' || status === 'dropped',
      );
      if (ended >= 0) this.deliveries.splice(ended, 1);
    }
    return delivery;
  }
}

/** The base64 HMAC-SHA256 of a webhook's body with the app's client secret. */
function hmacOf(body: string, secret: string): string {
  return createHmac('sha256', secret).update(body, 'utf8').digest('base64');
}

function pick(payload: Record<string, unknown>, fields: readonly string[]): Record<string, unknown> {
  if (fields.length === 0) return payload;
  return Object.fromEntries(Object.entries(payload).filter(([name]) => fields.includes(name)));
}
