// Owns the order context as functions run it: Firestore, Stripe, the clock and the settings. The payment client is loaded with
// the first order, not with the function, because every cold start would pay for it.
import {
  isLocal,
  ordersPerHour,
  STRIPE_SECRET_KEY,
  shopUrl,
  stripeApiBase,
  taxRate,
} from '../config/settings.ts';
import { database } from '../firestore/database.ts';
import { firestoreDocumentStore } from '../firestore/firestore-document-store.ts';
import { keyedMutex } from '../firestore/keyed-mutex.ts';
import { log } from '../logs/log.ts';
import type { PaymentGateway } from '../payments/payment-gateway.ts';
import type { OrderContext } from './order-context.ts';

const runExclusive = keyedMutex();
let gateway: PaymentGateway | undefined;

async function paymentGateway(): Promise<PaymentGateway | undefined> {
  const apiBase = stripeApiBase();
  const secretKey = STRIPE_SECRET_KEY.value();
  if (apiBase === 'off' || !secretKey) return undefined;
  if (gateway === undefined) {
    const { stripeGateway } = await import('../payments/stripe-gateway.ts');
    gateway = stripeGateway({ secretKey, shopUrl: shopUrl(), ...(apiBase === undefined ? {} : { apiBase }) });
  }
  return gateway;
}

export async function productionContext(): Promise<OrderContext> {
  return {
    store: firestoreDocumentStore(database()),
    runExclusive,
    payments: await paymentGateway(),
    now: () => new Date(),
    taxRate: taxRate(),
    // A developer at one laptop is one shopper; the limit has tests of its own.
    ordersPerHour: isLocal() ? Math.max(ordersPerHour(), 10_000) : ordersPerHour(),
    warn: (event, fields, cause) => log.error(event, fields, cause),
  };
}
