// The stored objects. They have the SDK's types, so the compiler checks every field. The SDK itself
// is not loaded at run time.

import type { Delivery } from '@savepoint/server/webhooks/delivery-queue';
import type Stripe from 'stripe';

export type Session = Stripe.Checkout.Session;
export type PaymentIntent = Stripe.PaymentIntent;
export type Charge = Stripe.Charge;
export type Refund = Stripe.Refund;
export type Customer = Stripe.Customer;
export type PaymentMethod = Stripe.PaymentMethod;
export type ShippingRate = Stripe.ShippingRate;
export type BalanceTransaction = Stripe.BalanceTransaction;
export type WebhookEndpoint = Stripe.WebhookEndpoint;
export type Product = Stripe.Product;

/** The SDK decodes decimals to objects; in a response they are strings. */
type Price = Omit<Stripe.Price, 'unit_amount_decimal' | 'product'> & {
  unit_amount_decimal: string;
  product: string;
};
export type LineItem = Omit<Stripe.LineItem, 'price'> & { price: Price };

/** The card that a shopper entered. */
export interface CardDetails {
  readonly number: string;
  readonly expMonth: number;
  readonly expYear: number;
  readonly name: string | null;
  readonly email: string;
}

/** A checkout session with the data that its resource does not show. */
export interface CheckoutSessionRecord {
  readonly session: Session;
  readonly lineItems: LineItem[];
  readonly shippingRates: ShippingRate[];
  readonly paymentIntentData: {
    readonly description: string | null;
    readonly metadata: Record<string, string>;
    readonly receiptEmail: string | null;
    readonly statementDescriptor: string | null;
    readonly statementDescriptorSuffix: string | null;
    readonly transferGroup: string | null;
  };
  /** Set while 3-D Secure authentication is in progress. */
  pendingCard: CardDetails | null;
  /**
   * The outcome of each submitted payment form, by attempt id, so that submitting one twice charges
   * only once.
   */
  readonly attempts: Record<string, PaymentOutcome>;
  /**
   * The trace of the request that created it, which its payment continues; absent if nothing is
   * recorded.
   */
  readonly traceparent?: string | undefined;
}

/**
 * The outcome of an attempt to pay. `authenticate` continues with 3-D Secure; `closed` means that
 * the session is no longer open.
 */
export type PaymentOutcome =
  | { readonly kind: 'paid' }
  | { readonly kind: 'authenticate' }
  | { readonly kind: 'declined'; readonly code: string; readonly message: string }
  | { readonly kind: 'closed'; readonly status: 'complete' | 'expired' };

/** An event as webhook endpoints receive it. */
export interface StripeEvent {
  readonly id: string;
  readonly object: 'event';
  readonly api_version: string;
  readonly created: number;
  readonly data: { readonly object: unknown; readonly previous_attributes?: Record<string, unknown> };
  readonly livemode: false;
  pending_webhooks: number;
  readonly request: { readonly id: string | null; readonly idempotency_key: string | null };
  readonly type: string;
}

/** The delivery of an event to one webhook endpoint. Times are milliseconds since the epoch. */
export interface EventDelivery extends Delivery {
  readonly id: string;
  readonly eventId: string;
  readonly eventType: string;
  readonly endpointId: string;
  readonly url: string;
  readonly createdMs: number;
  readonly note: 'duplicate' | 'resent' | null;
}

/** A response stored for an idempotency key. */
export interface IdempotentResponse {
  readonly key: string;
  readonly endpoint: string;
  readonly fingerprint: string;
  readonly requestId: string;
  readonly status: number;
  readonly body: string;
  readonly storedMs: number;
}
