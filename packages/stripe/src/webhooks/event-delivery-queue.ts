import type { Clock } from '@savepoint/server/core/clock';
import type { DeliveryRequest } from '@savepoint/server/webhooks/delivery-queue';
import { DeliveryQueue } from '@savepoint/server/webhooks/delivery-queue';
import { consumeFault } from '@savepoint/server/webhooks/fault-injection';
import type { Send } from '@savepoint/server/webhooks/send';
import type { IdGenerator } from '../core/ids.ts';
import { signatureHeader } from '../core/signature.ts';
import type { EventDelivery, StripeEvent } from '../state/resources.ts';
import type { Store } from '../state/store.ts';
import type { StripeFaults } from './stripe-faults.ts';
import { noFaults } from './stripe-faults.ts';
import type { WebhookEndpointRecord } from './webhook-endpoint.ts';
import { isSubscribed } from './webhook-endpoint.ts';

/**
 * Delays before the second, third and later attempts. Shorter than Stripe's, which retries three
 * times over a few hours in a sandbox: https://docs.stripe.com/webhooks#automatic-retries
 */
const RETRY_DELAYS_SECONDS: readonly number[] = [1, 5, 30, 120, 600, 3_600, 10_800];

interface EventDeliveryQueueOptions {
  readonly clock: Clock;
  readonly ids: IdGenerator;
  readonly store: Store;
  readonly send: Send;
  readonly retryDelaysSeconds?: readonly number[];
}

/** Delivers events to webhook endpoints, each attempt with a fresh Stripe-Signature. */
export class EventDeliveryQueue extends DeliveryQueue<EventDelivery, StripeFaults> {
  readonly #ids: IdGenerator;
  readonly #store: Store;

  constructor(options: EventDeliveryQueueOptions) {
    super({
      clock: options.clock,
      send: options.send,
      retryDelaysSeconds: options.retryDelaysSeconds ?? RETRY_DELAYS_SECONDS,
      noFaults,
    });
    this.#ids = options.ids;
    this.#store = options.store;
  }

  /** Delivers an event to every endpoint that is subscribed to its type. */
  publish(event: StripeEvent): void {
    const endpoints = this.#subscribedTo(event.type);
    event.pending_webhooks = endpoints.length;
    const copies = endpoints.length > 0 && consumeFault(this.faults, 'duplicateNext') ? 2 : 1;
    for (const endpoint of endpoints) {
      for (let copy = 0; copy < copies; copy += 1) {
        this.enqueue(this.#create(event, endpoint, { note: copy === 1 ? 'duplicate' : null }));
      }
    }
  }

  /**
   * Delivers an event once more, regardless of faults.
   * @param changes another body, an invalid signature, or a single endpoint instead of all
   * subscribed ones
   */
  resend(
    event: StripeEvent,
    changes: { body?: string; badSignature?: boolean; endpointId?: string } = {},
  ): EventDelivery[] {
    const { endpointId, ...rest } = changes;
    const endpoints =
      endpointId === undefined
        ? this.#subscribedTo(event.type)
        : [...this.#store.webhookEndpoints.values()].filter(({ id }) => id === endpointId);
    return endpoints.map((endpoint) => {
      const delivery = this.#create(event, endpoint, { note: 'resent', ...rest });
      this.dispatch(delivery);
      return delivery;
    });
  }

  protected override stored(): readonly EventDelivery[] {
    return [...this.#store.deliveries.values()];
  }

  protected override endpointOf(delivery: EventDelivery): string {
    return delivery.endpointId;
  }

  protected override eventTypeOf(delivery: EventDelivery): string {
    return delivery.eventType;
  }

  protected override requestFor(delivery: EventDelivery): DeliveryRequest | null {
    const endpoint = this.#store.webhookEndpoints.get(delivery.endpointId);
    if (endpoint === undefined) return null;
    const secret = delivery.badSignature ? `${endpoint.secret}-wrong` : endpoint.secret;
    const signature = signatureHeader(delivery.body, [secret], this.clock.nowSeconds());
    return {
      url: delivery.url,
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'cache-control': 'no-cache',
        'stripe-signature': signature,
        'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
      },
      attemptFields: { signature },
    };
  }

  protected override onDelivered(delivery: EventDelivery): void {
    const event = this.#store.events.get(delivery.eventId);
    if (event !== undefined && event.pending_webhooks > 0) event.pending_webhooks -= 1;
  }

  #subscribedTo(eventType: string): WebhookEndpointRecord[] {
    return [...this.#store.webhookEndpoints.values()].filter((endpoint) => isSubscribed(endpoint, eventType));
  }

  #create(
    event: StripeEvent,
    endpoint: WebhookEndpointRecord,
    fields: { note: EventDelivery['note']; body?: string; badSignature?: boolean },
  ): EventDelivery {
    const delivery: EventDelivery = {
      id: this.#ids.generate('dlv'),
      eventId: event.id,
      eventType: event.type,
      endpointId: endpoint.id,
      url: endpoint.url,
      body: fields.body ?? JSON.stringify(event, null, 2),
      createdMs: this.clock.nowMs(),
      badSignature: fields.badSignature ?? consumeFault(this.faults, 'badSignatureNext'),
      status: 'sending',
      nextAttemptMs: null,
      attempts: [],
      note: fields.note,
    };
    this.#store.deliveries.set(delivery.id, delivery);
    return delivery;
  }
}
