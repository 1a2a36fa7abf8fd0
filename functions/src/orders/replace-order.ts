// An account has one unpaid order that can be paid: the next one replaces it, so that the same goods are never paid twice, be it from
// another tab or device, or after the shopper came back from the payment page. The payment page is closed first: a payment that was
// made there counts, and refuses the new order.
import { isDeepStrictEqual } from 'node:util';
import { httpsError } from '../callable/https-error.ts';
import type { DocumentTransaction } from '../firestore/document-store.ts';
import { PaymentProviderError } from '../payments/payment-gateway.ts';
import type { OrderContext, Shopper } from './order-context.ts';
import { recordPayment } from './record-payment.ts';
import { orderPath, type StoredOrder } from './records.ts';
import { type OrderAggregate, readOrderAggregate, writeTransition } from './transition-order.ts';

/** A payment page of an unpaid order. */
export interface OpenPage {
  readonly orderId: string;
  readonly sessionId: string;
}

/** Those of the shopper's orders that wait for their payment, read before the first write. They share one stock. */
export async function readPending(
  transaction: DocumentTransaction,
  shopper: Shopper,
  orderIds: readonly string[],
): Promise<OrderAggregate[]> {
  const found = await Promise.all(orderIds.map((id) => readOrderAggregate(transaction, id)));
  const aggregates = found.filter(
    (aggregate) =>
      aggregate !== null && aggregate.order.userId === shopper.uid && aggregate.order.status === 'pending',
  ) as OrderAggregate[];
  const stock = new Map(aggregates.flatMap((aggregate) => [...aggregate.stock]));
  return aggregates.map((aggregate) => ({ ...aggregate, stock }));
}

/** Whether two orders are the same for the shopper: what is bought, for how much, and where it goes. */
export function isSameOrder(one: StoredOrder, other: StoredOrder): boolean {
  const contentOf = ({ lines, address, delivery, note, totalCents, currency }: StoredOrder) => ({
    lines,
    address,
    delivery,
    note,
    totalCents,
    currency,
  });
  return isDeepStrictEqual(contentOf(one), contentOf(other));
}

/** The payment pages of these orders that have not been closed. */
export function pagesToClose(
  replaced: readonly OrderAggregate[],
  closedSessionIds: ReadonlySet<string>,
): OpenPage[] {
  return replaced.flatMap(({ id, payment }) =>
    payment?.sessionId === undefined || closedSessionIds.has(payment.sessionId)
      ? []
      : [{ orderId: id, sessionId: payment.sessionId }],
  );
}

/**
 * Closes the payment page of an unpaid order, and records a payment that was made there. Rejects with failed-precondition
 * (`already-paid`) when it is paid or its payment is under way, and with unavailable when the provider cannot be reached.
 */
export async function closePaymentPage(
  context: OrderContext,
  orderId: string,
  sessionId: string,
): Promise<void> {
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

/** Cancels an order that was read. */
export function cancelReplaced(transaction: DocumentTransaction, replaced: OrderAggregate, at: Date): void {
  writeTransition(transaction, replaced, {
    to: 'cancelled',
    actor: 'shopper',
    at,
    reason: 'Replaced by a changed order',
  });
}

/** The error for an order of a cart that has been paid. */
export function alreadyPaid(): Error {
  return httpsError('failed-precondition', 'You have already paid for this order.', {
    reason: 'already-paid',
  });
}
