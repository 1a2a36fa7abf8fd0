// Owns every change of an order's status. It reads what the change touches, asks the table in the model whether it is
// allowed, and writes order, timeline, stock and owed refund together. Nothing else writes `status`.
import type { OrderStatus } from '@savepoint/model/order';
import { canTransition, type OrderActor, requiresRefund, stockEffect } from '@savepoint/model/order-status';
import { refusal } from '../callable/refusal.ts';
import type { LedgerTransaction } from '../firestore/ledger.ts';
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
import { putBack, type Shelf, type StoredProduct } from './stock.ts';

export interface Move {
  readonly to: OrderStatus;
  readonly actor: OrderActor;
  readonly at: Date;
  readonly reason?: string | undefined;
  /** Other fields that change with it. */
  readonly also?: Partial<StoredOrder>;
}

/** An order with all that its changes touch, read before anything is written. */
export interface OpenOrder {
  readonly id: string;
  readonly order: StoredOrder;
  readonly reservation: Reservation | null;
  readonly payment: PaymentRecord | null;
  readonly shelf: Shelf;
}

/** Reads an order for changing it, or null when there is none. */
export async function readOpenOrder(transaction: LedgerTransaction, id: string): Promise<OpenOrder | null> {
  const found = await transaction.getAll<unknown>([orderPath(id), reservationPath(id), paymentPath(id)]);
  const [order, reservation, payment] = found as [
    StoredOrder | null,
    Reservation | null,
    PaymentRecord | null,
  ];
  if (order === null) return null;
  const productIds = [...new Set(reservation?.lines.map((line) => line.id) ?? [])];
  const products = await transaction.getAll<StoredProduct>(productIds.map(productPath));
  const shelf: Shelf = new Map();
  products.forEach((product, index) => {
    if (product !== null) shelf.set(productIds[index] as string, product);
  });
  return { id, order, reservation, payment, shelf };
}

/** Whether the move is one that the actor may make now. */
export function mayMove({ order }: OpenOrder, move: Pick<Move, 'to' | 'actor'>): boolean {
  return canTransition(order.status, move.to, move.actor);
}

/** Writes the move with everything that follows from it. Throws failed-precondition for a move that is not in the table. */
export function writeMove(transaction: LedgerTransaction, open: OpenOrder, move: Move): StoredOrder {
  const { id, order, payment } = open;
  if (!mayMove(open, move))
    throw refusal(
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
    oweRefund(transaction, payment.paymentIntentId, {
      orderId: id,
      amountCents: payment.paidCents ?? order.totalCents,
      reason: move.reason ?? move.to,
      at: move.at,
    });
  return { ...order, ...changed };
}

/** Notes money to send back; `settleRefunds` sends it. */
export function oweRefund(
  transaction: LedgerTransaction,
  paymentIntentId: string,
  refund: Omit<Refund, 'state'>,
): void {
  transaction.set(refundPath(paymentIntentId), { ...refund, state: 'owed' } satisfies Refund);
}

function writeStock(
  transaction: LedgerTransaction,
  { id, reservation, shelf }: OpenOrder,
  effect: 'none' | 'sell' | 'release',
  at: Date,
): void {
  if (reservation === null || effect === 'none' || reservation.state === 'released') return;
  if (effect === 'sell') {
    transaction.update(reservationPath(id), { state: 'sold' });
    return;
  }
  transaction.update(reservationPath(id), { state: 'released' });
  putBack(shelf, reservation.lines);
  for (const [productId, { variants, inStock }] of shelf)
    transaction.update(productPath(productId), { variants, inStock, updatedAt: at.toISOString() });
}
