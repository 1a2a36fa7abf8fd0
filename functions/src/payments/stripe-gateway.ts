// The payment gateway on Stripe's Checkout Sessions and refunds. Events may be delivered twice,
// late and out of order; `checkout.session.completed` is a payment only if payment_status is
// 'paid'; a POST repeated with an Idempotency-Key returns the first response (Stripe docs,
// "Idempotent requests", "Fulfil orders").
import Stripe from 'stripe';
import {
  type Payment,
  type PaymentEvent,
  type PaymentGateway,
  PaymentProviderError,
  type PaymentSession,
  type SessionRequest,
} from './payment-gateway.ts';

/** Several requests fit into the time limit of one function call. */
const REQUEST_TIMEOUT_MS = 15_000;
const RESOURCE_MISSING = 'resource_missing';

interface StripeConfig {
  readonly secretKey: string;
  /** Origin of the API; absent for Stripe's own. */
  readonly apiBase?: string;
  readonly shopUrl: string;
}

/** A Stripe client for Stripe's own API or for `apiBase`. */
export function stripeClient({ secretKey, apiBase }: Pick<StripeConfig, 'secretKey' | 'apiBase'>): Stripe {
  if (apiBase === undefined)
    return new Stripe(secretKey, { maxNetworkRetries: 2, timeout: REQUEST_TIMEOUT_MS });
  const base = new URL(apiBase);
  return new Stripe(secretKey, {
    maxNetworkRetries: 2,
    timeout: REQUEST_TIMEOUT_MS,
    host: base.hostname,
    port: base.port || (base.protocol === 'https:' ? 443 : 80),
    protocol: base.protocol === 'https:' ? 'https' : 'http',
  });
}

/**
 * The payment gateway on Stripe. Sessions return to pages under `shopUrl`, which has no trailing
 * slash.
 */
export function stripeGateway(config: StripeConfig): PaymentGateway {
  const stripe = stripeClient(config);
  return {
    openSession: (request) =>
      rejectAsProviderError(async () => {
        const cause = [request.editId, request.replaces].map((id) => (id === undefined ? '' : `-${id}`));
        const session = await stripe.checkout.sessions.create(sessionParameters(request, config.shopUrl), {
          idempotencyKey: `session-${request.orderId}-${Math.floor(request.expiresAt.getTime() / 1000)}${cause.join('')}`,
        });
        return toPaymentSession(session);
      }),
    readSession: (sessionId) => rejectAsProviderError(() => retrieveSession(stripe, sessionId)),
    closeSession: (sessionId) =>
      rejectAsProviderError(async () => {
        try {
          return toPaymentSession(await stripe.checkout.sessions.expire(sessionId));
        } catch (error) {
          if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
          return retrieveSession(stripe, sessionId);
        }
      }),
    readPayment: (paymentIntentId) =>
      rejectAsProviderError(async () => {
        const intent = await stripe.paymentIntents.retrieve(paymentIntentId, { expand: ['latest_charge'] });
        const charge = intent.latest_charge as Stripe.Charge | null;
        if (charge === null || !charge.captured)
          throw new PaymentProviderError('charge_missing', `${paymentIntentId} has no successful charge.`);
        return {
          orderId: intent.metadata.orderId,
          paidCents: charge.amount_captured,
          refundedCents: charge.amount_refunded,
        };
      }),
    refund: ({ paymentIntentId, amountCents, orderId, attempt }) =>
      rejectAsProviderError(async () => {
        const { status, failure_reason } = await stripe.refunds.create(
          { payment_intent: paymentIntentId, amount: amountCents, metadata: { orderId } },
          // Stripe replays the first response for a key for a day, even an error or a refund that
          // has failed since.
          { idempotencyKey: `refund-${paymentIntentId}-${attempt}` },
        );
        if (status === 'failed' || status === 'canceled')
          throw new PaymentProviderError(failure_reason ?? `refund_${status}`, `The refund is ${status}.`);
      }),
  };
}

async function rejectAsProviderError<T>(request: () => Promise<T>): Promise<T> {
  try {
    return await request();
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    throw new PaymentProviderError(error.code ?? error.type, error.message, { cause: error });
  }
}

/** The current session. Another account, or a reset one, does not know it. */
async function retrieveSession(stripe: Stripe, sessionId: string): Promise<PaymentSession> {
  try {
    return toPaymentSession(await stripe.checkout.sessions.retrieve(sessionId));
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError) || error.code !== RESOURCE_MISSING) throw error;
    return { sessionId, status: 'unknown', url: undefined, payment: undefined };
  }
}

function sessionParameters(request: SessionRequest, shopUrl: string): Stripe.Checkout.SessionCreateParams {
  const { orderId, editId } = request;
  const metadata = { orderId, ...(editId !== undefined && { editId }) };
  const orderUrl = `${shopUrl}/account/orders/${orderId}`;
  const item = (name: string, unitCents: number, quantity: number) => ({
    quantity,
    price_data: { currency: request.currency, unit_amount: unitCents, product_data: { name } },
  });
  return {
    mode: 'payment',
    client_reference_id: orderId,
    metadata,
    payment_intent_data: { metadata },
    ...(request.email === undefined ? {} : { customer_email: request.email }),
    line_items: [
      ...request.lines.map((line) => item(line.name, line.unitCents, line.quantity)),
      ...(request.shippingCents > 0 ? [item('Shipping', request.shippingCents, 1)] : []),
      ...(request.taxCents > 0 ? [item('Tax', request.taxCents, 1)] : []),
    ],
    expires_at: Math.floor(request.expiresAt.getTime() / 1000),
    // An edit leads back to its order: the order itself was confirmed when it was paid.
    success_url:
      editId === undefined
        ? `${shopUrl}/payment/success?orderId=${orderId}&session_id={CHECKOUT_SESSION_ID}`
        : orderUrl,
    cancel_url: editId === undefined ? `${shopUrl}/payment/cancel?orderId=${orderId}` : orderUrl,
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
  const editId = session.metadata?.editId;
  return {
    orderId,
    ...(editId !== undefined && { editId }),
    paymentIntentId: intent,
    amountCents: session.amount_total ?? 0,
    currency: session.currency ?? '',
  };
}

function idOf(reference: string | { id: string } | null | undefined): string | undefined {
  return typeof reference === 'string' ? reference : reference?.id;
}

/**
 * Translates a Stripe event for the order use cases. Checkout events without the shop's order id
 * become `other`.
 */
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
    case 'charge.refunded':
    // `charge.refund.updated` is the older name of `refund.updated`; endpoints receive the one they
    // subscribed to.
    case 'charge.refund.updated':
    case 'refund.updated':
    case 'refund.failed': {
      const { object } = event.data;
      const paymentIntentId = idOf(object.payment_intent);
      if (paymentIntentId === undefined) return { id, type, kind: 'other' };
      const hasFailed = object.object === 'refund' && ['failed', 'canceled'].includes(object.status ?? '');
      const failure = hasFailed ? (object.failure_reason ?? `refund_${object.status}`) : undefined;
      return { id, type, kind: 'refund-changed', paymentIntentId, failure };
    }
    default:
      return { id, type, kind: 'other' };
  }
}
