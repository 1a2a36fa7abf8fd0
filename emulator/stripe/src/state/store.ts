// Owns the state: one map per resource, in order of creation. Plain data only, so that it can be written to a file
// and read back. Knows no rules; those are in payments/ and webhooks/.

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
  'checkouts',
  'paymentIntents',
  'charges',
  'refunds',
  'customers',
  'paymentMethods',
  'products',
  'shippingRates',
  'balanceTransactions',
  'events',
  'endpoints',
  'deliveries',
  'idempotentResponses',
] as const;

/** All state as JSON-ready lists. */
export type StoreDump = Record<(typeof KINDS)[number], [string, unknown][]>;

/** Everything the stand-in remembers. */
export class Store {
  readonly checkouts: Map<string, CheckoutSessionRecord> = new Map();
  readonly paymentIntents: Map<string, PaymentIntent> = new Map();
  readonly charges: Map<string, Charge> = new Map();
  readonly refunds: Map<string, Refund> = new Map();
  readonly customers: Map<string, Customer> = new Map();
  readonly paymentMethods: Map<string, PaymentMethod> = new Map();
  readonly products: Map<string, Product> = new Map();
  readonly shippingRates: Map<string, ShippingRate> = new Map();
  readonly balanceTransactions: Map<string, BalanceTransaction> = new Map();
  readonly events: Map<string, StripeEvent> = new Map();
  readonly endpoints: Map<string, WebhookEndpoint & { secret: string }> = new Map();
  readonly deliveries: Map<string, EventDelivery> = new Map();
  readonly idempotentResponses: Map<string, IdempotentResponse> = new Map();

  /** Forgets everything but the webhook endpoints, which are configuration. */
  clear(): void {
    for (const kind of KINDS) if (kind !== 'endpoints') this[kind].clear();
  }

  /** The state as plain data, fit for JSON. */
  dump(): StoreDump {
    return Object.fromEntries(KINDS.map((kind) => [kind, [...this[kind]]])) as StoreDump;
  }

  /** Replaces the state by a dump. */
  load(dump: StoreDump): void {
    for (const kind of KINDS) {
      const target = this[kind] as Map<string, unknown>;
      target.clear();
      for (const [id, value] of dump[kind] ?? []) target.set(id, value);
    }
  }
}
