// The payment gateway on Stripe's Checkout Sessions and refunds. An event may be delivered twice, late and out of order;
// `checkout.session.completed` is a payment only when payment_status is 'paid'; a POST repeated with an Idempotency-Key returns the
// first response (Stripe docs, "Idempotent requests", "Fulfil orders").
import Stripe from 'stripe';
import type {
  Payment,
  PaymentEvent,
  PaymentGateway,
  PaymentSession,
  SessionRequest,
} from './payment-gateway.ts';

interface StripeConfig {
  readonly secretKey: string;
  /** Origin of the API; absent for Stripe's own. */
  readonly apiBase?: string;
  readonly shopUrl: string;
}

/** A Stripe client for Stripe's own API or for `apiBase`. */
export function stripeClient({ secretKey, apiBase }: Pick<StripeConfig, 'secretKey' | 'apiBase'>): Stripe {
  if (apiBase === undefined) return new Stripe(secretKey, { maxNetworkRetries: 2 });
  const base = new URL(apiBase);
  return new Stripe(secretKey, {
    maxNetworkRetries: 2,
    host: base.hostname,
    port: base.port || (base.protocol === 'https:' ? 443 : 80),
    protocol: base.protocol === 'https:' ? 'https' : 'http',
  });
}

/** The payment gateway on Stripe. Sessions return to pages under `shopUrl`, which has no trailing slash. */
export function stripeGateway(config: StripeConfig): PaymentGateway {
  const stripe = stripeClient(config);
  return {
    async openSession(request) {
      const session = await stripe.checkout.sessions.create(sessionParameters(request, config.shopUrl), {
        idempotencyKey: `session-${request.orderId}-${Math.floor(request.expiresAt.getTime() / 1000)}`,
      });
      return toPaymentSession(session);
    },
    async readSession(sessionId) {
      return toPaymentSession(await stripe.checkout.sessions.retrieve(sessionId));
    },
    async closeSession(sessionId) {
      try {
        return toPaymentSession(await stripe.checkout.sessions.expire(sessionId));
      } catch (error) {
        if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
        return toPaymentSession(await stripe.checkout.sessions.retrieve(sessionId));
      }
    },
    async refund({ paymentIntentId, amountCents, orderId }) {
      // Stripe replays the first response of a key for a day, even an error, so the key changes every hour. A second refund of the
      // full amount is impossible: Stripe rejects it with charge_already_refunded.
      const hour = Math.floor(Date.now() / 3_600_000);
      try {
        await stripe.refunds.create(
          { payment_intent: paymentIntentId, amount: amountCents, metadata: { orderId } },
          { idempotencyKey: `refund-${paymentIntentId}-${hour}` },
        );
      } catch (error) {
        const code = error instanceof Stripe.errors.StripeInvalidRequestError ? error.code : undefined;
        if (code !== 'charge_already_refunded') throw error;
      }
    },
  };
}

function sessionParameters(request: SessionRequest, shopUrl: string): Stripe.Checkout.SessionCreateParams {
  const item = (name: string, unitCents: number, quantity: number) => ({
    quantity,
    price_data: { currency: request.currency, unit_amount: unitCents, product_data: { name } },
  });
  return {
    mode: 'payment',
    client_reference_id: request.orderId,
    metadata: { orderId: request.orderId },
    payment_intent_data: { metadata: { orderId: request.orderId } },
    ...(request.email === undefined ? {} : { customer_email: request.email }),
    line_items: [
      ...request.lines.map((line) => item(line.name, line.unitCents, line.quantity)),
      ...(request.shippingCents > 0 ? [item('Shipping', request.shippingCents, 1)] : []),
      ...(request.taxCents > 0 ? [item('Tax', request.taxCents, 1)] : []),
    ],
    expires_at: Math.floor(request.expiresAt.getTime() / 1000),
    success_url: `${shopUrl}/payment/success?orderId=${request.orderId}&session_id={CHECKOUT_SESSION_ID}`,
    cancel_url: `${shopUrl}/payment/cancel?orderId=${request.orderId}`,
  };
}

function toPaymentSession(session: Stripe.Checkout.Session): PaymentSession {
  return {
    sessionId: session.id,
    status: (session.status ?? 'expired') as PaymentSession['status'],
    url: session.url ?? undefined,
    payment: paymentOf(session),
  };
}

function paymentOf(session: Stripe.Checkout.Session): Payment | undefined {
  const orderId = session.client_reference_id ?? session.metadata?.orderId;
  const intent = idOf(session.payment_intent);
  if (!orderId || intent === undefined || session.payment_status !== 'paid') return undefined;
  return {
    orderId,
    paymentIntentId: intent,
    amountCents: session.amount_total ?? 0,
    currency: session.currency ?? '',
  };
}

function idOf(reference: string | { id: string } | null | undefined): string | undefined {
  return typeof reference === 'string' ? reference : reference?.id;
}

/** A Stripe event as the order use cases see it. Events without the shop's order id are `other`. */
export function toPaymentEvent(event: Stripe.Event): PaymentEvent {
  const { id, type } = event;
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded': {
      const payment = paymentOf(event.data.object);
      return payment ? { id, type, kind: 'paid', payment } : { id, type, kind: 'other' };
    }
    case 'checkout.session.async_payment_failed':
    case 'checkout.session.expired': {
      const session = event.data.object;
      const orderId = session.client_reference_id ?? session.metadata?.orderId;
      const kind = event.type === 'checkout.session.expired' ? 'expired' : 'failed';
      return orderId ? { id, type, kind, orderId, sessionId: session.id } : { id, type, kind: 'other' };
    }
    case 'charge.refunded': {
      const { payment_intent, metadata, amount_refunded } = event.data.object;
      const paymentIntentId = idOf(payment_intent);
      const orderId = metadata?.orderId;
      return paymentIntentId === undefined || !orderId
        ? { id, type, kind: 'other' }
        : { id, type, kind: 'refunded', orderId, paymentIntentId, refundedCents: amount_refunded };
    }
    case 'refund.failed': {
      const intent = idOf(event.data.object.payment_intent);
      return intent === undefined
        ? { id, type, kind: 'other' }
        : { id, type, kind: 'refund-failed', paymentIntentId: intent };
    }
    default:
      return { id, type, kind: 'other' };
  }
}
