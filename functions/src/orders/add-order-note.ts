import { randomUUID } from 'node:crypto';
import type { OrderNote, OrderNoteRequest } from '@savepoint/model/order-changes';
import { httpsError } from '../callable/https-error.ts';
import { NO_SUCH_ORDER } from './change-order.ts';
import type { OrderContext, Shopper } from './order-context.ts';
import { orderPath } from './records.ts';

/** Adds an internal note to an order. Rejects with not-found. */
export async function addOrderNote(
  context: OrderContext,
  author: Shopper,
  { orderId, text }: OrderNoteRequest,
): Promise<{ readonly done: true }> {
  const note: Omit<OrderNote, 'id'> = {
    text,
    at: context.now().toISOString(),
    uid: author.uid,
    ...(author.email === undefined ? {} : { email: author.email }),
  };
  await context.store.runTransaction(async (transaction) => {
    if ((await transaction.get(orderPath(orderId))) === null) throw httpsError('not-found', NO_SUCH_ORDER);
    transaction.set(`${orderPath(orderId)}/notes/${randomUUID()}`, note);
  });
  return { done: true };
}
