// The state: one map per kind of object, in creation order. It is plain data, so it can be written
// to a file.

import type {
  BalanceTransaction,
  Charge,
  CheckoutSessionRecord,
  Customer,
  EventDelivery,
  IdempotentResponse,
  PaymentIntent,
  PaymentMethod,
  Product,
  Refund,
  ShippingRate,
  StripeEvent,
  WebhookEndpoint,
} from './resources.ts';

const KINDS = [
  'checkoutSessions',
  'paymentIntents',
  'charges',
  'refunds',
  'customers',
  'paymentMethods',
  'products',
  'shippingRates',
  'balanceTransactions',
  'events',
  'webhookEndpoints',
  'deliveries',
  'idempotentResponses',
] as const;

/** The state as lists that JSON can represent. */
export type StoreDump = Record<(typeof KINDS)[number], [string, unknown][]>;

/** All objects of an account by id. */
export class Store {
  readonly checkoutSessions: Map<string, CheckoutSessionRecord> = new Map();
  readonly paymentIntents: Map<string, PaymentIntent> = new Map();
  readonly charges: Map<string, Charge> = new Map();
  readonly refunds: Map<string, Refund> = new Map();
  readonly customers: Map<string, Customer> = new Map();
  readonly paymentMethods: Map<string, PaymentMethod> = new Map();
  readonly products: Map<string, Product> = new Map();
  readonly shippingRates: Map<string, ShippingRate> = new Map();
  readonly balanceTransactions: Map<string, BalanceTransaction> = new Map();
  readonly events: Map<string, StripeEvent> = new Map();
  readonly webhookEndpoints: Map<string, WebhookEndpoint & { secret: string }> = new Map();
  readonly deliveries: Map<string, EventDelivery> = new Map();
  readonly idempotentResponses: Map<string, IdempotentResponse> = new Map();

  /** Deletes everything except the webhook endpoints, which are configuration. */
  clear(): void {
    for (const kind of KINDS) if (kind !== 'webhookEndpoints') this[kind].clear();
  }

  /** Returns the state as plain data. */
  dump(): StoreDump {
    return Object.fromEntries(KINDS.map((kind) => [kind, [...this[kind]]])) as StoreDump;
  }

  /** Replaces the state. A kind that the dump lacks becomes empty. */
  load(dump: StoreDump): void {
    for (const kind of KINDS) {
      const target = this[kind] as Map<string, unknown>;
      target.clear();
      for (const [id, value] of dump[kind] ?? []) target.set(id, value);
    }
  }
}
