// Orders placed by staff: the same order, in the same transaction, as a shopper's, with staff's
// terms. It replaces none of the customer's orders and does not touch their cart.

import {
  type ManualOrderRequest,
  type ManualOrderResponse,
  PAYMENT_LINK_HOURS,
} from '@savepoint/model/manual-order';
import { formatCents } from '@savepoint/model/money';
import { dueCents } from '@savepoint/model/store-credit';
import type { Totals } from '@savepoint/model/totals';
import { httpsError } from '../callable/https-error.ts';
import { PaymentProviderError } from '../payments/payment-gateway.ts';
import { type Customer, createOrder, previewOrder } from './create-order.ts';
import { openPaymentPage } from './open-payment-page.ts';
import type { OrderContext, StaffMember } from './order-context.ts';
import { completeFreeOrder, markPaid } from './record-payment.ts';
import { guestId, orderPath, type StoredOrder } from './records.ts';

/**
 * Places an order, or previews its cost. A repeated request places one. `accountId` is the account
 * with the customer's verified address. Rejects like createOrder, with invalid-argument for a
 * missing field, and with unavailable if the payment page cannot be opened; the order then waits,
 * and repeating the request opens the page.
 */
export async function placeManualOrder(
  context: OrderContext,
  staff: StaffMember,
  request: ManualOrderRequest,
  accountId: string | undefined,
): Promise<ManualOrderResponse> {
  requireReasons(request);
  if (request.payment === 'link' && context.payments === undefined)
    throw httpsError('unavailable', 'Payments are switched off at the moment.');
  const { email, lines, address, delivery, idempotencyKey, expectedTotalCents } = request;
  const { discountCents, isFree = false, reason = '', packingNote } = request;
  const isCheaper = isFree || discountCents !== undefined;
  const customer: Customer = {
    ...{ uid: accountId ?? guestId(email), email, network: undefined },
    terms: {
      staff,
      isGuest: accountId === undefined,
      reservationHours: PAYMENT_LINK_HOURS,
      ...(isCheaper && { discount: { reason, ...(!isFree && { cents: discountCents as number }) } }),
      ...(packingNote !== undefined && { packingNote }),
    },
  };
  const ordered = { lines, address, delivery, idempotencyKey };
  const hasAccount = accountId !== undefined;
  if (expectedTotalCents === undefined)
    return { totals: toTotals(await previewOrder(context, customer, ordered)), hasAccount };
  const created = await createOrder(context, customer, { ...ordered, expectedTotalCents }, new Set());
  if ('openPages' in created) throw new Error('Orders made by staff cannot replace another order.');
  const { id: orderId, order } = created;
  if (order.status === 'pending') await settle(context, orderId, order, request);
  return { orderId, totals: toTotals(order), hasAccount };
}

function toTotals({
  subtotalCents,
  discountCents,
  shippingCents,
  taxCents,
  totalCents,
}: StoredOrder): Totals {
  return {
    ...{ subtotalCents, shippingCents, taxCents, totalCents },
    ...(discountCents !== undefined && { discountCents }),
  };
}

function requireReasons({
  discountCents,
  isFree,
  reason,
  payment,
  paidBy,
  delivery,
}: ManualOrderRequest): void {
  const missing = (field: string, message: string) => httpsError('invalid-argument', message, { field });
  if ((isFree || discountCents !== undefined) && reason === undefined)
    throw missing('reason', 'Say why the order costs less.');
  if (isFree && delivery !== 'standard')
    throw missing('delivery', 'An order that is free of charge goes by standard delivery.');
  if (payment === 'other' && paidBy === undefined && !isFree)
    throw missing('paidBy', 'Say how it was paid, such as by bank transfer.');
}

/** Arranges payment: by a link, in another way, or not at all if the order is free. */
async function settle(
  context: OrderContext,
  orderId: string,
  order: StoredOrder,
  { payment, paidBy = '' }: ManualOrderRequest,
): Promise<void> {
  if (dueCents(order) === 0) return completeFreeOrder(context, orderId);
  if (payment === 'other') return markPaid(context, orderId, paidBy);
  const paymentUrl = await openPaymentPage(context, orderId).catch((error: unknown) => {
    if (!(error instanceof PaymentProviderError)) throw error;
    context.warn('payment-page-failed', { orderId }, error);
    throw httpsError(
      'unavailable',
      `The order of ${formatCents(order.totalCents)} is kept, but its payment page cannot be opened at the moment. Send this form again in a few minutes.`,
    );
  });
  if (paymentUrl === undefined) return;
  await context.store.runTransaction(async (transaction) => {
    const now = await transaction.get<StoredOrder>(orderPath(orderId));
    if (now?.status === 'pending') transaction.update(orderPath(orderId), { paymentUrl });
  });
}
