import { ordersPerHour, STRIPE_SECRET_KEY, shopUrl, stripeApi, taxRate } from '../config/settings.ts';
import { database } from '../firestore/database.ts';
import { firestoreDocumentStore } from '../firestore/firestore-document-store.ts';
import { keyedMutex } from '../firestore/keyed-mutex.ts';
import { log } from '../logs/log.ts';
import type { PaymentGateway } from '../payments/payment-gateway.ts';
import type { OrderContext } from './order-context.ts';

const runExclusive = keyedMutex();
let gateway: PaymentGateway | undefined;

/** The Stripe client is imported with the first order rather than with the module, to keep cold starts short. */
async function paymentGateway(): Promise<PaymentGateway | undefined> {
  const api = stripeApi();
  const secretKey = STRIPE_SECRET_KEY.value();
  if (api === undefined || !secretKey) return undefined;
  if (gateway === undefined) {
    const { stripeGateway } = await import('../payments/stripe-gateway.ts');
    gateway = stripeGateway({ ...api, secretKey, shopUrl: shopUrl() });
  }
  return gateway;
}

/** The order context of a function instance: Firestore, Stripe, the system clock and the settings. */
export async function productionContext(): Promise<OrderContext> {
  return {
    store: firestoreDocumentStore(database()),
    runExclusive,
    payments: await paymentGateway(),
    now: () => new Date(),
    taxRate: taxRate(),
    ordersPerHour: ordersPerHour(),
    warn: (event, fields, cause) => log.error(event, fields, cause),
  };
}
