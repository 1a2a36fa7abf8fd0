// Owns every change of an order's status. It reads what the change touches, asks the table in the model whether it is
// allowed, and writes order, timeline, stock and owed refund together. Nothing else writes `status`.
import type { OrderStatus } from '@savepoint/model/order';
import { canTransition, type OrderActor, requiresRefund, stockEffect } from '@savepoint/model/order-status';
import { httpsError } from '../callable/https-error.ts';
import type { DocumentTransaction } from '../firestore/document-store.ts';
import {
  orderPath,
  type PaymentRecord,
  paymentPath,
  productPath,
  type Refund,
  type Reservation,
  refundPath,
  reservationPath,
  type StoredOrder,
} from './records.ts';
import { releaseLines, type StockMap, type StoredProduct } from './stock.ts';

export interface Transition {
  readonly to: OrderStatus;
  readonly actor: OrderActor;
  readonly at: Date;
  readonly reason?: string | undefined;
  /** Other fields that change with it. */
  readonly also?: Partial<StoredOrder>;
}

/** An order with all that its changes touch, read before anything is written. */
export interface OrderAggregate {
  readonly id: string;
  readonly order: StoredOrder;
  readonly reservation: Reservation | null;
  readonly payment: PaymentRecord | null;
  readonly stock: StockMap;
}

/** Reads an order for changing it, or null when there is none. */
export async function readOrderAggregate(
  transaction: DocumentTransaction,
  id: string,
): Promise<OrderAggregate | null> {
  const found = await transaction.getAll<unknown>([orderPath(id), reservationPath(id), paymentPath(id)]);
  const [order, reservation, payment] = found as [
    StoredOrder | null,
    Reservation | null,
    PaymentRecord | null,
  ];
  if (order === null) return null;
  const productIds = [...new Set(reservation?.lines.map((line) => line.id) ?? [])];
  const products = await transaction.getAll<StoredProduct>(productIds.map(productPath));
  const stock: StockMap = new Map();
  products.forEach((product, index) => {
    if (product !== null) stock.set(productIds[index] as string, product);
  });
  return { id, order, reservation, payment, stock };
}

/** Whether the move is one that the actor may make now. */
export function isTransitionAllowed(
  { order }: OrderAggregate,
  move: Pick<Transition, 'to' | 'actor'>,
): boolean {
  return canTransition(order.status, move.to, move.actor);
}

/** Writes the move with everything that follows from it. Throws failed-precondition for a move that is not in the table. */
export function writeTransition(
  transaction: DocumentTransaction,
  open: OrderAggregate,
  move: Transition,
): StoredOrder {
  const { id, order, payment } = open;
  if (!isTransitionAllowed(open, move))
    throw httpsError(
      'failed-precondition',
      `This order is ${order.status} and cannot become ${move.to}${move.actor === 'shopper' ? ' any more' : ''}.`,
      { status: order.status },
    );
  const entry = {
    status: move.to,
    at: move.at,
    actor: move.actor,
    ...(move.reason === undefined ? {} : { reason: move.reason }),
  };
  const changed = { ...move.also, status: move.to, updatedAt: move.at, timeline: [...order.timeline, entry] };
  transaction.update(orderPath(id), changed);
  writeStock(transaction, open, stockEffect(order.status, move.to), move.at);
  if (requiresRefund(order.status, move.to) && payment?.paymentIntentId !== undefined)
    enqueueRefund(transaction, payment.paymentIntentId, {
      orderId: id,
      amountCents: payment.paidCents ?? order.totalCents,
      reason: move.reason ?? move.to,
      at: move.at,
    });
  return { ...order, ...changed };
}

/** Notes money to send back; `settleRefunds` sends it. */
export function enqueueRefund(
  transaction: DocumentTransaction,
  paymentIntentId: string,
  refund: Omit<Refund, 'state'>,
): void {
  transaction.set(refundPath(paymentIntentId), { ...refund, state: 'owed' } satisfies Refund);
}

function writeStock(
  transaction: DocumentTransaction,
  { id, reservation, stock }: OrderAggregate,
  effect: 'none' | 'sell' | 'release',
  at: Date,
): void {
  if (reservation === null || effect === 'none' || reservation.state === 'released') return;
  if (effect === 'sell') {
    transaction.update(reservationPath(id), { state: 'sold' });
    return;
  }
  transaction.update(reservationPath(id), { state: 'released' });
  releaseLines(stock, reservation.lines);
  for (const [productId, { variants, inStock }] of stock)
    transaction.update(productPath(productId), { variants, inStock, updatedAt: at.toISOString() });
}
