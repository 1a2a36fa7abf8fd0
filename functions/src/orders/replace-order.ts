// A shopper who comes back from the payment page and changes the order replaces the unpaid one, so that the same goods are never paid
// twice. Its payment page is closed first: a payment that was made there counts, and refuses the new order.
import { httpsError } from '../callable/https-error.ts';
import type { DocumentTransaction } from '../firestore/document-store.ts';
import { PaymentProviderError } from '../payments/payment-gateway.ts';
import type { OrderContext, Shopper } from './order-context.ts';
import { recordPayment } from './record-payment.ts';
import { orderPath, type PaymentRecord, paymentPath, type StoredOrder } from './records.ts';
import { type OrderAggregate, readOrderAggregate, writeTransition } from './transition-order.ts';

/** The order to replace, and the payment session of it that is closed, if it had one. */
export interface Replacement {
  readonly orderId: string;
  readonly closedSessionId: string | undefined;
}

/**
 * Closes the payment page of the shopper's own pending order; any other order is left alone. Rejects with failed-precondition
 * (`already-paid`) while its payment is under way, and with unavailable when the provider cannot be reached.
 */
export async function closeReplaced(
  context: OrderContext,
  shopper: Shopper,
  orderId: string,
): Promise<Replacement> {
  const order = await context.store.get<StoredOrder>(orderPath(orderId));
  if (order?.userId !== shopper.uid || order.status !== 'pending')
    return { orderId, closedSessionId: undefined };
  const record = await context.store.get<PaymentRecord>(paymentPath(orderId));
  if (record?.sessionId === undefined) return { orderId, closedSessionId: undefined };
  const session = await context.payments?.closeSession(record.sessionId).catch((error: unknown) => {
    if (!(error instanceof PaymentProviderError)) throw error;
    context.warn('payment-page-not-closed', { orderId }, error);
    throw httpsError(
      'unavailable',
      'Your earlier order cannot be changed at the moment. Please try again in a few minutes.',
    );
  });
  if (session?.payment !== undefined) await recordPayment(context, session.payment);
  else if (session?.status === 'complete') throw alreadyPaid();
  return { orderId, closedSessionId: record.sessionId };
}

/**
 * Reads the order to replace before the first write. Undefined when there is nothing to cancel. Rejects with failed-precondition
 * (`already-paid`) when it has been paid.
 */
export async function readReplaced(
  transaction: DocumentTransaction,
  shopper: Shopper,
  orderId: string,
): Promise<OrderAggregate | undefined> {
  const found = await readOrderAggregate(transaction, orderId);
  if (found === null || found.order.userId !== shopper.uid) return undefined;
  switch (found.order.status) {
    case 'pending':
      break;
    case 'cancelled':
    case 'expired':
    case 'refunded':
      return undefined;
    default:
      throw alreadyPaid();
  }
  return found;
}

/** Throws aborted when an order has another payment page than the one that was closed. */
export function requireClosedPage({ payment }: OrderAggregate, replacement: Replacement | undefined): void {
  if (payment?.sessionId !== replacement?.closedSessionId)
    throw httpsError('aborted', 'Your earlier order is open in another tab. Please try again.');
}

/** Cancels the order that was read. */
export function cancelReplaced(transaction: DocumentTransaction, replaced: OrderAggregate, at: Date): void {
  writeTransition(transaction, replaced, {
    to: 'cancelled',
    actor: 'shopper',
    at,
    reason: 'Replaced by a changed order',
  });
}

function alreadyPaid(): Error {
  return httpsError('failed-precondition', 'You have already paid for this order.', {
    reason: 'already-paid',
  });
}
