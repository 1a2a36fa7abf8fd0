// Every change of an order's status: order, timeline, stock and pending refund are written
// together. No other file writes `status`; the model defines the allowed transitions
// (order-status.ts).
import { formatCents } from '@savepoint/model/money';
import { hasFailures, type OrderStatus } from '@savepoint/model/order';
import { addedRefundedSoFar, cardRefundedSoFar, mainRefundedSoFar } from '@savepoint/model/order-changes';
import { canTransition, type OrderActor, requiresRefund, stockEffect } from '@savepoint/model/order-status';
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
import { type PromotionClaim, returnUses, type Shard, type ShardMap } from '../promotions/promotion-uses.ts';
import { type Move, StockBook, type Units } from '../stock/stock-book.ts';
import {
  type EditRecord,
  editPath,
  orderPath,
  type PaymentRecord,
  paymentPath,
  type Refund,
  type Reservation,
  refundPath,
  reservationPath,
  type StoredOrder,
  userPath,
} from './records.ts';
import { enqueueRefund } from './refund-outbox.ts';

/** A change of an order's status. */
export interface Transition {
  readonly to: OrderStatus;
  readonly actor: OrderActor;
  readonly at: Date;
  readonly reason?: string | undefined;
  /** The email address of the member of staff. */
  readonly email?: string | undefined;
  /** Whether to restock the units; defaults to the model's `stockEffect`. */
  readonly restock?: boolean | undefined;
  /** For a refund: all of it goes to store credit. Defaults to the original payment methods. */
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
  readonly stock: StockBook;
  /** The shards of the order's promotions. */
  readonly shards: ShardMap;
  /** The drop entries with the order's units. */
  readonly entries: EntryMap;
  /** The balances of the shopper's store credit and of the order. */
  readonly balances: ReadBalances;
  /** The refund of the accepted payment. */
  readonly refund: Refund | null;
  /** The refunds of payments for edits, by payment intent. */
  readonly addedRefunds: ReadonlyMap<string, Refund | null>;
  /** The edit that waits for its payment. */
  readonly edit: EditRecord | null;
}

/**
 * Reads an order for a transition; null if it does not exist. Store credit is read if it paid for
 * part of the order, and for a refund to it, which throws failed-precondition for a deleted
 * account.
 */
export async function readOrderAggregate(
  transaction: DocumentTransaction,
  id: string,
  refundTo?: 'credit',
  stock = new StockBook(transaction),
): Promise<OrderAggregate | null> {
  const found = await transaction.getAll<unknown>([orderPath(id), reservationPath(id), paymentPath(id)]);
  const [order, reservation, payment] = found as [
    StoredOrder | null,
    Reservation | null,
    PaymentRecord | null,
  ];
  if (order === null) return null;
  if (refundTo === 'credit') await requireAccount(transaction, order);
  const edit = order.pendingEdit ? await transaction.get<EditRecord>(editPath(id)) : null;
  // Including those of the lines: exchanged units may be all that the order still holds.
  const units = [reservation?.lines, edit?.taken.units, edit?.given.units, order.lines];
  const claims = [reservation?.claims, edit?.taken.claims, edit?.given.claims].flatMap((each) => each ?? []);
  const productIds = [...new Set(units.flatMap((each) => each ?? []).map((line) => line.id))];
  const stockPaths = stock.missing(productIds, id);
  const shardPaths = [...new Set(claims.map(({ promotionId, shard }) => shardPath(promotionId, shard)))];
  const addedIntents = (order.addedPayments ?? []).map(({ paymentIntentId }) => paymentIntentId);
  const paymentIntentId = payment?.paymentIntentId;
  const isCredited = order.creditCents !== undefined || refundTo === 'credit';
  const paths = [
    ...stockPaths,
    ...shardPaths,
    ...[...(paymentIntentId === undefined ? [] : [paymentIntentId]), ...addedIntents].map(refundPath),
    ...(isCredited ? [creditPath(order.userId)] : []),
  ];
  const documents = await transaction.getAll<unknown>(paths);
  const at = <T>(path: string) => (documents[paths.indexOf(path)] ?? null) as T | null;
  const { creditCents = 0, creditReturnedCents = 0 } = order;
  const balances: ReadBalances = new Map([
    [orderAccount(id), Math.max(0, creditCents - creditReturnedCents)],
  ]);
  if (isCredited) balances.set(creditAccount(order.userId), balanceOf(at(creditPath(order.userId))));
  stock.keep(stockPaths, documents);
  const entries = await readOrderEntries(transaction, order);
  return {
    ...{ id, order, reservation, payment, edit, stock, entries, balances },
    shards: new Map(shardPaths.map((path) => [path, at<Shard>(path)])),
    refund: paymentIntentId === undefined ? null : at<Refund>(refundPath(paymentIntentId)),
    addedRefunds: new Map(addedIntents.map((intent) => [intent, at<Refund>(refundPath(intent))])),
  };
}

/** The same order with its shopper's store credit, for an unforeseen refund to it. */
export async function withCredit(
  transaction: DocumentTransaction,
  aggregate: OrderAggregate,
): Promise<OrderAggregate> {
  const { userId } = aggregate.order;
  await requireAccount(transaction, aggregate.order);
  const credit = await transaction.get(creditPath(userId));
  const balances: ReadBalances = new Map(aggregate.balances);
  return { ...aggregate, balances: balances.set(creditAccount(userId), balanceOf(credit)) };
}

async function requireAccount(
  transaction: DocumentTransaction,
  { userId, isGuest }: StoredOrder,
): Promise<void> {
  if ((await transaction.get(userPath(userId))) === null)
    throw httpsError(
      'failed-precondition',
      `${isGuest ? 'This order has no account' : 'The account of this order was deleted'}, so it has no store credit. Refund it as it was paid.`,
    );
}

/** Whether the actor may make the transition now. */
export function isTransitionAllowed(
  { order }: OrderAggregate,
  transition: Pick<Transition, 'to' | 'actor'>,
): boolean {
  return canTransition(order.status, transition.to, transition.actor);
}

/**
 * Writes a transition with its effects on stock and payment, and returns the resulting order.
 * Throws failed-precondition for a forbidden transition.
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
      `This order is ${order.status} and cannot become ${transition.to}${transition.actor === 'shopper' ? ' anymore' : ''}.`,
      { status: order.status },
    );
  if (transition.to === 'packed' && order.pendingEdit) throw editWaits(order, 'pack');
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
    ...(order.pendingEdit && { pendingEdit: null }),
    ...transition.fields,
    status: transition.to,
    updatedAt: transition.at,
    timeline: [...order.timeline, entry],
  };
  const money = returnMoney(transaction, aggregate, transition);
  const after = { ...changed, ...money };
  transaction.update(orderPath(id), after);
  releaseEdit(transaction, aggregate, transition);
  const effect = stockEffect(order.status, transition.to);
  const decided = transition.restock === true ? 'release' : 'none';
  if (transition.to === 'cancelled' || transition.to === 'expired') returnClaims(transaction, aggregate);
  writeStock(transaction, aggregate, transition.restock === undefined ? effect : decided, transition);
  return { ...order, ...after };
}

/** The error for actions that are blocked while an edit waits for its payment. */
export function editWaits({ pendingEdit }: StoredOrder, what: 'pack' | 'change'): Error {
  const cents = pendingEdit ? pendingEdit.afterCents - pendingEdit.beforeCents : 0;
  return httpsError(
    'failed-precondition',
    `This order waits for a payment of ${formatCents(cents)} for an edit. Withdraw the edit first to ${what} it.`,
  );
}

/** Returns what an unapplied edit has reserved; the caller clears `pendingEdit`. */
export function releaseEdit(
  transaction: DocumentTransaction,
  { id, edit, stock, shards }: OrderAggregate,
  by: MovedBy,
): void {
  if (edit === null) return;
  transaction.delete(editPath(id));
  returnUnits(stock, id, edit.taken.units, moveOf(id, 'edited', by));
  writeReturnedUses(transaction, shards, edit.taken.claims);
}

/** The refundable rest of an order's card payments and store credit. */
export function refundableOf({ order, payment }: OrderAggregate): RefundableCents {
  const addedCents = (order.addedPayments ?? []).reduce((sum, { cents }) => sum + cents, 0);
  const firstCents =
    payment?.paymentIntentId === undefined ? 0 : (payment.paidCents ?? dueCents(order) - addedCents);
  return refundableCents({
    ...order,
    paidCents: firstCents + addedCents,
    refundedCents: cardRefundedSoFar(order),
  });
}

/**
 * Returns an order's money when it ends or is refunded: card payments to the card, and store credit
 * to store credit. Returns the changed fields of the order.
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
  refundCard(
    transaction,
    aggregate,
    cardCents,
    { reason: reason ?? to, at },
    { isConfirmed: refundTo === undefined },
  );
  return returnCredit(transaction, aggregate, creditCents, { at, kind: 'refunded' });
}

/**
 * Refunds more of an order's card payments, the last one first. Refunds made in the provider's
 * dashboard are included in the decision, because the rest is counted without them: if one fails
 * later, the outbox sends it. `isConfirmed`: earlier refunds are written again, so that the outbox
 * notices that everything is refunded.
 */
export function refundCard(
  transaction: DocumentTransaction,
  aggregate: OrderAggregate,
  cents: number,
  refund: Pick<Refund, 'reason' | 'at'>,
  { isConfirmed = false } = {},
): void {
  let { order } = aggregate;
  let left = cents;
  for (const { intent, soFarCents, decidedCents, leftCents } of cardPayments(aggregate)) {
    const part = Math.min(left, leftCents);
    const amountCents = soFarCents + part;
    left -= part;
    if (amountCents > (isConfirmed ? 0 : decidedCents))
      order = enqueueRefund(transaction, { ...aggregate, order }, intent, { ...refund, amountCents });
  }
}

/**
 * The card payments of an order, the last one first, with the refunded and refundable amount of
 * each.
 */
function cardPayments({ order, payment }: OrderAggregate): {
  readonly intent: string;
  readonly soFarCents: number;
  /** The part whose refund was decided here. */
  readonly decidedCents: number;
  readonly leftCents: number;
}[] {
  const payments = (order.addedPayments ?? []).map((added) => {
    const soFarCents = addedRefundedSoFar(added, order);
    return {
      ...{ intent: added.paymentIntentId, soFarCents, leftCents: Math.max(0, added.cents - soFarCents) },
      decidedCents: order.extraRefunds?.[added.paymentIntentId]?.amountCents ?? 0,
    };
  });
  const first = payment?.paymentIntentId !== undefined && {
    ...{ intent: payment.paymentIntentId, soFarCents: mainRefundedSoFar(order) },
    ...{ decidedCents: order.refund?.amountCents ?? 0, leftCents: Number.POSITIVE_INFINITY },
  };
  return [...payments.reverse(), ...(first ? [first] : [])];
}

/**
 * Moves cents to the store credit of an order's shopper, or to another account `to`: first the
 * credit that the order has, then, for other payment methods, the shop's money. Without an account,
 * the order's credit goes back to the shop. Returns the changed fields of the order.
 */
export function returnCredit(
  transaction: DocumentTransaction,
  { id, order, balances }: OrderAggregate,
  cents: number,
  { to, ...entry }: Pick<LedgerPosting, 'at' | 'kind' | 'reason'> & Partial<Pick<LedgerPosting, 'to'>>,
): Pick<StoredOrder, 'creditReturnedCents'> {
  if (cents === 0) return {};
  const before = order.creditReturnedCents ?? 0;
  const ofOrder = Math.min(cents, balances.get(orderAccount(id)) ?? 0);
  const account = to ?? (order.isGuest ? 'shop' : creditAccount(order.userId));
  const isShoppers = account === creditAccount(order.userId);
  const parts = [
    { from: orderAccount(id), cents: ofOrder },
    { from: 'shop', cents: cents - ofOrder },
  ] as const;
  for (const { from, cents: part } of parts)
    if (part > 0 && from !== account)
      postEntry(transaction, balances, `${id}-${before}-${from === 'shop' ? 'shop' : 'order'}`, {
        ...{ from, to: account, cents: part, orderId: id },
        ...(isShoppers && { userId: order.userId }),
        ...entry,
      });
  return { creditReturnedCents: before + cents };
}

/** Returns an order's claims on promotions; one that ended before has already done so. */
function returnClaims(
  transaction: DocumentTransaction,
  { order, reservation, shards }: OrderAggregate,
): void {
  if (reservation?.claims === undefined || reservation.state === 'released') return;
  writeReturnedUses(transaction, shards, reservation.claims, order.userId);
}

/** Returns claims; those that are whole uses of a code once per person free it for `userId`. */
export function writeReturnedUses(
  transaction: DocumentTransaction,
  shards: ShardMap,
  claims: readonly PromotionClaim[],
  userId?: string,
): void {
  returnUses(shards, claims);
  for (const { promotionId, shard, isOncePerPerson } of claims) {
    const path = shardPath(promotionId, shard);
    const after = shards.get(path);
    if (after) transaction.set(path, after);
    if (isOncePerPerson && userId !== undefined) transaction.delete(promotionUsePath(promotionId, userId));
  }
}

function writeStock(
  transaction: DocumentTransaction,
  { id, reservation, stock, entries }: OrderAggregate,
  effect: 'none' | 'sell' | 'release',
  transition: Transition,
): void {
  if (reservation === null || effect === 'none' || reservation.state === 'released') return;
  if (effect === 'sell') payUnits(entries, id);
  else releaseUnits(entries, id, transition.at);
  writeEntries(transaction, entries);
  if (effect === 'sell') {
    transaction.update(reservationPath(id), { state: 'sold' });
    return;
  }
  transaction.update(reservationPath(id), { state: 'released' });
  const { to } = transition;
  const reason = to === 'expired' || to === 'refunded' ? to : 'cancelled';
  returnUnits(stock, id, reservation.lines, moveOf(id, reason, transition));
}

/** The actor of a stock movement, and the time. */
type MovedBy = Pick<Move, 'actor' | 'at'> & { readonly email?: string | undefined };

/** The movement of units of an order. */
export function moveOf(orderId: string, reason: Move['reason'], { actor, at, email }: MovedBy): Move {
  return { at, reason, actor, orderId, ...(email !== undefined && { email }) };
}

/** Restocks units of an order; the transaction has read the stock. */
export function returnUnits(stock: StockBook, orderId: string, units: readonly Units[], move: Move): void {
  stock.release(units, orderId, move);
  stock.write();
}
