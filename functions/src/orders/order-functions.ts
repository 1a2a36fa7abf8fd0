// Owns the doors to orders: callables, the payment provider's webhook and the sweep. What they do is in the use cases.
import {
  OrderIdRequestSchema,
  OrderReasonRequestSchema,
  UpdateOrderRequestSchema,
} from '@savepoint/model/callables';
import { CreateOrderRequestSchema } from '@savepoint/model/order';
import { onRequest } from 'firebase-functions/https';
import { onSchedule } from 'firebase-functions/scheduler';
import { callable, type SignedInCaller } from '../callable/callable.ts';
import { isLocal, STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET } from '../config/settings.ts';
import { log } from '../logs/log.ts';
import {
  cancelOrder as cancel,
  requestReturn as giveBack,
  updateOrder as move,
  createPaymentSession as pay,
} from './change-order.ts';
import { createOrder as place } from './create-order.ts';
import { expireOrders as sweep } from './expire-orders.ts';
import { productionContext } from './production-context.ts';
import { applyPaymentEvent } from './record-payment.ts';

const options = { secrets: [STRIPE_SECRET_KEY] };
const shopper = ({ uid, email }: SignedInCaller) => ({ uid, email });

export const createOrder = callable({
  name: 'createOrder',
  access: 'shopper',
  schema: CreateOrderRequestSchema,
  options,
  handle: async (request, caller) => place(await productionContext(), shopper(caller), request),
});

export const createPaymentSession = callable({
  name: 'createPaymentSession',
  access: 'shopper',
  schema: OrderIdRequestSchema,
  options,
  handle: async ({ orderId }, caller) => pay(await productionContext(), shopper(caller), orderId),
});

export const cancelOrder = callable({
  name: 'cancelOrder',
  access: 'shopper',
  schema: OrderReasonRequestSchema,
  options,
  handle: async (request, caller) => cancel(await productionContext(), shopper(caller), request),
});

export const requestReturn = callable({
  name: 'requestReturn',
  access: 'shopper',
  schema: OrderReasonRequestSchema,
  options,
  handle: async (request, caller) => giveBack(await productionContext(), shopper(caller), request),
});

export const updateOrder = callable({
  name: 'updateOrder',
  access: 'admin',
  schema: UpdateOrderRequestSchema,
  options,
  handle: async (request, admin) => move(await productionContext(), shopper(admin), request),
});

/**
 * Events of the payment provider, on the raw body: 400 for a bad signature, 200 for an event that is applied, known or of
 * no interest, 500 for a fault that a repetition may cure.
 */
export const stripeWebhook = onRequest(
  { secrets: [STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET] },
  async (request, response) => {
    if (request.method !== 'POST') {
      response.set('Allow', 'POST').status(405).send('Only POST is answered here.');
      return;
    }
    const { default: Stripe } = await import('stripe');
    const { toPaymentEvent: readStripeEvent } = await import('../payments/stripe-gateway.ts');
    let event: import('stripe').Stripe.Event;
    try {
      const signature = request.get('stripe-signature') ?? '';
      event = Stripe.webhooks.constructEvent(request.rawBody, signature, STRIPE_WEBHOOK_SECRET.value());
    } catch {
      response.status(400).send('The signature does not fit the body.');
      return;
    }
    try {
      const outcome = await applyPaymentEvent(await productionContext(), readStripeEvent(event));
      log.info('payment-event', { id: event.id, type: event.type, outcome });
      response.status(200).json({ received: true });
    } catch (error) {
      log.error('payment-event-failed', { id: event.id, type: event.type }, error);
      response.status(500).send('Not applied; please send it again.');
    }
  },
);

/** Every 5 minutes: gives back the stock of unpaid orders, sends refunds that are owed. */
export const expireOrders = onSchedule(
  { schedule: 'every 5 minutes', secrets: [STRIPE_SECRET_KEY] },
  async () => {
    const done = await sweep(await productionContext());
    if (!isLocal() || done.expired + done.refunded > 0) log.info('orders-swept', { ...done });
  },
);
