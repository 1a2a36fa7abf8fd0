import { ordersPerHour, STRIPE_SECRET_KEY, shopUrlAt, stripeApi } from '../config/settings.ts';
import { database } from '../firestore/database.ts';
import { firestoreDocumentStore } from '../firestore/firestore-document-store.ts';
import { keyedMutex } from '../firestore/keyed-mutex.ts';
import { log } from '../logs/log.ts';
import type { PaymentGateway } from '../payments/payment-gateway.ts';
import type { OrderContext } from './order-context.ts';
import type { SoldOutMemory } from './sold-out.ts';

const runExclusive = keyedMutex();
const soldOut: SoldOutMemory = new Map();
/** Keyed by the shop URL that payment pages lead back to. */
const gateways = new Map<string, PaymentGateway>();

/**
 * The Stripe client is imported with the first order rather than with the module, to keep cold
 * starts short.
 */
async function paymentGateway(shopUrl: string): Promise<PaymentGateway | undefined> {
  const api = stripeApi();
  const secretKey = STRIPE_SECRET_KEY.value();
  if (api === undefined || !secretKey) return undefined;
  const known = gateways.get(shopUrl);
  if (known !== undefined) return known;
  const { stripeGateway } = await import('../payments/stripe-gateway.ts');
  const gateway = stripeGateway({ ...api, secretKey, shopUrl });
  gateways.set(shopUrl, gateway);
  return gateway;
}

/**
 * The order context of a function instance: Firestore, Stripe, the system clock and the settings.
 * Payment pages lead back to `origin`, where the caller has the shop open; see `shopUrlAt`.
 */
export async function productionContext(origin?: string): Promise<OrderContext> {
  return {
    store: firestoreDocumentStore(database()),
    ...{ runExclusive, soldOut },
    payments: await paymentGateway(shopUrlAt(origin)),
    now: () => new Date(),
    ordersPerHour: ordersPerHour(),
    warn: (event, fields, cause) => log.error(event, fields, cause),
  };
}
