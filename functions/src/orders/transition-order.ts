// Every change of an order's status: order, timeline, stock and pending refund are written
// together. No other file writes `status`; which transitions are allowed is in the model
// (order-status.ts).
import { hasFailures, type OrderStatus } from '@savepoint/model/order';
import { canTransition, type OrderActor, requiresRefund, stockEffect } from '@savepoint/model/order-status';
import { nextVersion } from '@savepoint/model/product-version';
import { httpsError } from '../callable/https-error.ts';
import type { DocumentTransaction } from '../firestore/document-store.ts';
import { promotionUsePath, shardPath } from '../promotions/promotion-records.ts';
import { returnUses, type Shard, type ShardMap } from '../promotions/promotion-uses.ts';
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
import { enqueueRefund } from './refund-outbox.ts';
import { releaseLines, type StockMap, type StoredProduct } from './stock.ts';

/** A change of an order's status. */
export interface Transition {
  readonly to: OrderStatus;
  readonly actor: OrderActor;
  readonly at: Date;
  readonly reason?: string | undefined;
  /** Whether the units go back into the stock; by default as the model's `stockEffect` says. */
  readonly restock?: boolean | undefined;
  /** Other fields of the order to write. */
  readonly fields?: Partial<StoredOrder>;
}

/** An order with every document that a transition may write, read before the first write. */
export interface OrderAggregate {
  readonly id: string;
  readonly order: StoredOrder;
  readonly reservation: Reservation | null;
  readonly payment: PaymentRecord | null;
  readonly stock: StockMap;
  /** Those of the promotions that the order has taken of. */
  readonly shards: ShardMap;
  /** The refund of the accepted payment. */
  readonly refund: Refund | null;
}

/** Reads an order for a transition; null when it does not exist. */
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
  const paymentIntentId = payment?.paymentIntentId;
  const shardPaths = (reservation?.claims ?? []).map(({ promotionId, shard }) =>
    shardPath(promotionId, shard),
  );
  const others = await transaction.getAll<unknown>([
    ...productIds.map(productPath),
    ...shardPaths,
    ...(paymentIntentId === undefined ? [] : [refundPath(paymentIntentId)]),
  ]);
  const shards: ShardMap = new Map();
  shardPaths.forEach((path, index) => {
    shards.set(path, others[productIds.length + index] as Shard | null);
  });
  const refund = (others[productIds.length + shardPaths.length] ?? null) as Refund | null;
  const stock: StockMap = new Map();
  productIds.forEach((productId, index) => {
    const product = others[index] as StoredProduct | null;
    if (product !== null) stock.set(productId, product);
  });
  return { id, order, reservation, payment, stock, shards, refund };
}

/** Whether the actor may make the transition now. */
export function isTransitionAllowed(
  { order }: OrderAggregate,
  transition: Pick<Transition, 'to' | 'actor'>,
): boolean {
  return canTransition(order.status, transition.to, transition.actor);
}

/**
 * Writes a transition with its effects on stock and payment, and returns the order afterwards.
 * Throws failed-precondition for a transition that is not allowed.
 */
export function writeTransition(
  transaction: DocumentTransaction,
  aggregate: OrderAggregate,
  transition: Transition,
): StoredOrder {
  const { id, order, payment } = aggregate;
  if (!isTransitionAllowed(aggregate, transition))
    throw httpsError(
      'failed-precondition',
      `This order is ${order.status} and cannot become ${transition.to}${transition.actor === 'shopper' ? ' any more' : ''}.`,
      { status: order.status },
    );
  const entry = {
    status: transition.to,
    at: transition.at,
    actor: transition.actor,
    ...(transition.reason === undefined ? {} : { reason: transition.reason }),
    ...(transition.restock === undefined ? {} : { restocked: transition.restock }),
  };
  const changed = {
    ...(order.status === 'pending' &&
      order.needsAttention === true && {
        needsAttention: hasFailures({ ...order, status: transition.to }),
      }),
    ...transition.fields,
    status: transition.to,
    updatedAt: transition.at,
    timeline: [...order.timeline, entry],
  };
  transaction.update(orderPath(id), changed);
  const effect = stockEffect(order.status, transition.to);
  const decided = transition.restock === true ? 'release' : 'none';
  if (transition.to === 'cancelled' || transition.to === 'expired') returnClaims(transaction, aggregate);
  writeStock(transaction, aggregate, transition.restock === undefined ? effect : decided, transition.at);
  if (requiresRefund(order.status, transition.to) && payment?.paymentIntentId !== undefined)
    enqueueRefund(transaction, aggregate, payment.paymentIntentId, {
      amountCents: payment.paidCents ?? order.totalCents,
      reason: transition.reason ?? transition.to,
      at: transition.at,
    });
  return { ...order, ...changed };
}

/** Gives back what an order has taken of promotions; an order that ended before has done so. */
function returnClaims(
  transaction: DocumentTransaction,
  { order, reservation, shards }: OrderAggregate,
): void {
  if (reservation?.claims === undefined || reservation.state === 'released') return;
  returnUses(shards, reservation.claims);
  for (const { promotionId, shard, isOncePerPerson } of reservation.claims) {
    const path = shardPath(promotionId, shard);
    const after = shards.get(path);
    if (after) transaction.set(path, after);
    if (isOncePerPerson) transaction.delete(promotionUsePath(promotionId, order.userId));
  }
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
  returnUnits(transaction, stock, reservation.lines, at);
}

/** Puts units back into the stock of their products, which the transaction has read. */
export function returnUnits(
  transaction: DocumentTransaction,
  stock: StockMap,
  units: Reservation['lines'],
  at: Date,
): void {
  releaseLines(stock, units);
  for (const productId of new Set(units.map(({ id }) => id))) {
    const product = stock.get(productId);
    if (product === undefined) continue;
    const { variants, inStock, updatedAt } = product;
    transaction.update(productPath(productId), { variants, inStock, updatedAt: nextVersion(updatedAt, at) });
  }
}
