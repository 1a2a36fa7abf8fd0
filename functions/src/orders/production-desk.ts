// Owns the order desk as functions run it: Firestore, Stripe, the clock and the settings. The payment client is loaded with
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
import { firestoreLedger } from '../firestore/firestore-ledger.ts';
import { turnstile } from '../firestore/turnstile.ts';
import { log } from '../logs/log.ts';
import type { PaymentGateway } from '../payments/payment-gateway.ts';
import type { OrderDesk } from './order-desk.ts';

const inTurn = turnstile();
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

export async function productionDesk(): Promise<OrderDesk> {
  return {
    ledger: firestoreLedger(database()),
    inTurn,
    payments: await paymentGateway(),
    now: () => new Date(),
    taxRate: taxRate(),
    // A developer at one laptop is one shopper; the limit has tests of its own.
    ordersPerHour: isLocal() ? Math.max(ordersPerHour(), 10_000) : ordersPerHour(),
    warn: (event, fields, cause) => log.error(event, fields, cause),
  };
}
