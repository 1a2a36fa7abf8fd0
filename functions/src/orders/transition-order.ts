// Every change of an order's status: order, timeline, stock and pending refund are written
// together. No other file writes `status`; which transitions are allowed is in the model
// (order-status.ts).
import { hasFailures, type OrderStatus } from '@savepoint/model/order';
import { cardRefundedSoFar } from '@savepoint/model/order-changes';
import { canTransition, type OrderActor, requiresRefund, stockEffect } from '@savepoint/model/order-status';
import { nextVersion } from '@savepoint/model/product-version';
import { dueCents, type RefundableCents, refundableCents, splitRefund } from '@savepoint/model/store-credit';
import { httpsError } from '../callable/https-error.ts';
import {
  balanceOf,
  creditAccount,
  creditPath,
  type LedgerPosting,
  orderAccount,
  postEntry,
  type ReadBalances,
} from '../credit/ledger.ts';
import {
  type EntryMap,
  payUnits,
  readOrderEntries,
  releaseUnits,
  writeEntries,
} from '../editions/order-units.ts';
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
  userPath,
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
  /** For a refund: all of it into the store credit; by default as it was paid. */
  readonly refundTo?: 'credit' | undefined;
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
  /** Those of drops whose units the order has. */
  readonly entries: EntryMap;
  /** What the shopper's store credit has, and what the order still has of it. */
  readonly balances: ReadBalances;
  /** The refund of the accepted payment. */
  readonly refund: Refund | null;
}

/**
 * Reads an order for a transition; null when it does not exist. The store credit is read where it
 * pays a part of the order, and for a refund to it, which throws failed-precondition for an account
 * that was deleted.
 */
export async function readOrderAggregate(
  transaction: DocumentTransaction,
  id: string,
  refundTo?: 'credit',
): Promise<OrderAggregate | null> {
  const found = await transaction.getAll<unknown>([orderPath(id), reservationPath(id), paymentPath(id)]);
  const [order, reservation, payment] = found as [
    StoredOrder | null,
    Reservation | null,
    PaymentRecord | null,
  ];
  if (order === null) return null;
  if (refundTo === 'credit' && (await transaction.get(userPath(order.userId))) === null)
    throw httpsError(
      'failed-precondition',
      'The account of this order was deleted, so it has no store credit. Refund it as it was paid.',
    );
  const productIds = [...new Set(reservation?.lines.map((line) => line.id) ?? [])];
  const paymentIntentId = payment?.paymentIntentId;
  const shardPaths = (reservation?.claims ?? []).map(({ promotionId, shard }) =>
    shardPath(promotionId, shard),
  );
  const isCredited = order.creditCents !== undefined || refundTo === 'credit';
  const others = await transaction.getAll<unknown>([
    ...productIds.map(productPath),
    ...shardPaths,
    ...(paymentIntentId === undefined ? [] : [refundPath(paymentIntentId)]),
    ...(isCredited ? [creditPath(order.userId)] : []),
  ]);
  const shards: ShardMap = new Map();
  shardPaths.forEach((path, index) => {
    shards.set(path, others[productIds.length + index] as Shard | null);
  });
  const refundIndex = productIds.length + shardPaths.length;
  const refund = (paymentIntentId === undefined ? null : others[refundIndex]) as Refund | null;
  const { creditCents = 0, creditReturnedCents = 0 } = order;
  const balances: ReadBalances = new Map([
    [orderAccount(id), Math.max(0, creditCents - creditReturnedCents)],
  ]);
  if (isCredited) balances.set(creditAccount(order.userId), balanceOf(others.at(-1)));
  const stock: StockMap = new Map();
  productIds.forEach((productId, index) => {
    const product = others[index] as StoredProduct | null;
    if (product !== null) stock.set(productId, product);
  });
  const entries = await readOrderEntries(transaction, order);
  return { id, order, reservation, payment, stock, shards, entries, balances, refund };
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
  const { id, order } = aggregate;
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
  const money = returnMoney(transaction, aggregate, transition);
  const after = { ...changed, ...money };
  transaction.update(orderPath(id), after);
  const effect = stockEffect(order.status, transition.to);
  const decided = transition.restock === true ? 'release' : 'none';
  if (transition.to === 'cancelled' || transition.to === 'expired') returnClaims(transaction, aggregate);
  writeStock(transaction, aggregate, transition.restock === undefined ? effect : decided, transition.at);
  return { ...order, ...after };
}

/** What an order still has of its card payment and of the store credit. */
export function refundableOf({ order, payment }: OrderAggregate): RefundableCents {
  return refundableCents({
    ...order,
    paidCents: payment?.paymentIntentId === undefined ? 0 : (payment.paidCents ?? dueCents(order)),
    refundedCents: cardRefundedSoFar(order),
  });
}

/**
 * Gives back what an order has when it ends or is refunded: what the card paid to the card, and
 * store credit into the store credit. Returns the fields of the order that this changes.
 */
function returnMoney(
  transaction: DocumentTransaction,
  aggregate: OrderAggregate,
  { to, at, reason, refundTo }: Transition,
): Pick<StoredOrder, 'creditReturnedCents'> {
  const { order } = aggregate;
  const isRefund = requiresRefund(order.status, to);
  if (!isRefund && to !== 'cancelled' && to !== 'expired') return {};
  const left = refundableOf(aggregate);
  if (!isRefund) return returnCredit(transaction, aggregate, left.creditCents, { at, kind: 'returned' });
  const { cardCents, creditCents } = splitRefund(
    left,
    left.cardCents + left.creditCents,
    refundTo ?? 'payment',
  );
  if (refundTo === undefined) refundCard(transaction, aggregate, cardCents, { reason: reason ?? to, at });
  return returnCredit(transaction, aggregate, creditCents, { at, kind: 'refunded' });
}

/**
 * Refunds so much more of the card payment of an order; none when the provider's dashboard has
 * refunded all of it, which the outbox then finds out.
 */
export function refundCard(
  transaction: DocumentTransaction,
  aggregate: OrderAggregate,
  cents: number,
  refund: Pick<Refund, 'reason' | 'at'>,
): void {
  const { order, payment } = aggregate;
  const amountCents = cardRefundedSoFar(order) + cents;
  if (payment?.paymentIntentId === undefined || amountCents === 0) return;
  enqueueRefund(transaction, aggregate, payment.paymentIntentId, { ...refund, amountCents });
}

/**
 * Moves cents into the store credit of an order's shopper: those that the order has of it, and
 * beyond them, for what the card paid, the shop's. Returns the fields of the order that this
 * changes.
 */
export function returnCredit(
  transaction: DocumentTransaction,
  { id, order, balances }: OrderAggregate,
  cents: number,
  entry: Pick<LedgerPosting, 'at' | 'kind' | 'reason'>,
): Pick<StoredOrder, 'creditReturnedCents'> {
  if (cents === 0) return {};
  const before = order.creditReturnedCents ?? 0;
  const ofOrder = Math.min(cents, balances.get(orderAccount(id)) ?? 0);
  const parts = [
    { from: orderAccount(id), cents: ofOrder },
    { from: 'shop', cents: cents - ofOrder },
  ] as const;
  for (const { from, cents: part } of parts)
    if (part > 0)
      postEntry(transaction, balances, `${id}-${before}-${from === 'shop' ? 'shop' : 'order'}`, {
        from,
        to: creditAccount(order.userId),
        cents: part,
        userId: order.userId,
        orderId: id,
        ...entry,
      });
  return { creditReturnedCents: before + cents };
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
  { id, reservation, stock, entries }: OrderAggregate,
  effect: 'none' | 'sell' | 'release',
  at: Date,
): void {
  if (reservation === null || effect === 'none' || reservation.state === 'released') return;
  if (effect === 'sell') payUnits(entries, id);
  else releaseUnits(entries, id, at);
  writeEntries(transaction, entries);
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
