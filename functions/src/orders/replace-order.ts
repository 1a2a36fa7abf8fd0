// An account has one unpaid order: the next one replaces it, so that the same goods are never paid
// twice, be it from another tab or device, or after returning from the payment page. The payment
// page is closed first: a payment made there counts, and rejects the new order.
import type { CreateOrderRequest, CreateOrderResponse } from '@savepoint/model/order';
import { dueCents } from '@savepoint/model/store-credit';
import { httpsError } from '../callable/https-error.ts';
import { PaymentProviderError } from '../payments/payment-gateway.ts';
import { alreadyPaid, type CreatedOrder, type Customer, createOrder, type OpenPage } from './create-order.ts';
import { openPaymentPage } from './open-payment-page.ts';
import type { OrderContext, Shopper } from './order-context.ts';
import { completeFreeOrder, recordPayment } from './record-payment.ts';
import { orderPath, type StoredOrder } from './records.ts';

/**
 * Another tab or device may open a payment page between two rounds, but not for long: each of its
 * requests also replaces the order.
 */
const ROUNDS_MAX = 5;

/**
 * Creates an order in place of the account's unpaid one, if any, and opens its payment page.
 * `paymentUrl` is absent if the order is not pending, payments are off, or the page could not be
 * opened. Rejects like createOrder, and, for the order to replace, with failed-precondition
 * (`already-paid`), unavailable or aborted. `network` is the client's, if known.
 */
export async function replaceOrder(
  context: OrderContext,
  shopper: Shopper,
  request: CreateOrderRequest,
  network?: string,
): Promise<CreateOrderResponse> {
  const { id: orderId, order } = await createOnceClosed(context, { ...shopper, network }, request);
  const response: CreateOrderResponse = { orderId, totalCents: order.totalCents };
  if (order.status !== 'pending') return response;
  if (dueCents(order) === 0) {
    await completeFreeOrder(context, orderId);
    return response;
  }
  const paymentUrl = await openPaymentPage(context, orderId).catch((error: unknown) => {
    // The order exists; the shopper can pay from the order page.
    context.warn('payment-page-failed', { orderId }, error);
    return undefined;
  });
  return paymentUrl === undefined ? response : { ...response, paymentUrl };
}

/** Pages cannot be closed inside a transaction, so it reports them and is run again. */
async function createOnceClosed(
  context: OrderContext,
  customer: Customer,
  request: CreateOrderRequest,
): Promise<CreatedOrder> {
  const closedSessionIds = new Set<string>();
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const result = await createOrder(context, customer, request, closedSessionIds);
    if (!('openPages' in result)) return result;
    for (const page of result.openPages) {
      await closePaymentPage(context, page);
      closedSessionIds.add(page.sessionId);
    }
  }
  throw httpsError('aborted', 'Your earlier order is open in another tab. Please try again.');
}

/**
 * Closes the payment page of an unpaid order, and records a payment that was made there. Rejects
 * with failed-precondition (`already-paid`) if it is paid or its payment is under way, and with
 * unavailable if the provider is unreachable.
 */
async function closePaymentPage(context: OrderContext, { orderId, sessionId }: OpenPage): Promise<void> {
  const session = await context.payments?.closeSession(sessionId).catch((error: unknown) => {
    if (!(error instanceof PaymentProviderError)) throw error;
    context.warn('payment-page-not-closed', { orderId }, error);
    throw httpsError(
      'unavailable',
      'Your earlier order cannot be changed at the moment. Please try again in a few minutes.',
    );
  });
  if (session?.payment === undefined) {
    if (session?.status === 'complete') throw alreadyPaid();
    return;
  }
  await recordPayment(context, session.payment);
  const order = await context.store.get<StoredOrder>(orderPath(orderId));
  if (order?.status === 'paid') throw alreadyPaid();
}
