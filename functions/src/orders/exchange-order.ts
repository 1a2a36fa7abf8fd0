// The order that sends another size in exchange for returned units. Their value pays for it, like
// store credit, so that it is packed, shipped, canceled and returned like any other.
import type { OrderLine, ReturnedUnits } from '@savepoint/model/order';
import { orderNumber, orderSearchTerms } from '@savepoint/model/order-number';
import { exchangeOrder } from '@savepoint/model/order-return';
import { findVariant, variantGrams } from '@savepoint/model/variants';
import type { DocumentTransaction } from '../firestore/document-store.ts';
import type { StoredProduct } from '../stock/stock-book.ts';
import { orderIdOf } from './create-order.ts';
import { orderPath, type Reservation, reservationPath, type StoredOrder, userPath } from './records.ts';
import type { OrderAggregate } from './transition-order.ts';

/** A return with the units that arrived. */
interface ReceivedReturn {
  /** Id of the exchange order. */
  readonly id: string;
  readonly number: number;
  readonly units: readonly ReturnedUnits[];
  readonly valueCents: number;
  readonly at: Date;
  /** True if the shopper has an account, which lists the order. */
  readonly hasAccount: boolean;
}

/** The id of a return's exchange order. */
export function exchangeOrderIdOf(id: string, { userId }: StoredOrder, number: number): string {
  return orderIdOf(userId, `return-${id}-${number}`);
}

/**
 * Writes the exchange order. The return has already taken its units out of the stock and moved its
 * cost to the order's ledger account.
 */
export function writeExchangeOrder(
  transaction: DocumentTransaction,
  { id: orderId, order, stock }: OrderAggregate,
  { id, number, units, valueCents, at, hasAccount }: ReceivedReturn,
): void {
  const { lines: exchanged, ...totals } = exchangeOrder(order, units, valueCents);
  const lines = exchanged.map((line) => asSent(line, stock.get(line.id)));
  const { userId, email, isGuest, address, delivery, workingDays, currency } = order;
  const reason = `Exchange for order ${orderNumber(orderId)}`;
  const sent: StoredOrder = {
    ...{ userId, address, delivery, currency, lines, ...totals },
    ...(email !== undefined && { email }),
    ...(isGuest && { isGuest }),
    ...(workingDays !== undefined && { workingDays }),
    productIds: [...new Set(lines.map((line) => line.id))],
    grams: lines.reduce((sum, { grams = 0, quantity }) => sum + grams * quantity, 0),
    ...(valueCents > 0 && { creditCents: valueCents }),
    exchangeOf: { orderId, number },
    status: 'paid',
    timeline: [
      { status: 'pending', at, actor: 'admin', reason },
      { status: 'paid', at, actor: 'admin' },
    ],
    ...{ createdAt: at, updatedAt: at, expiresAt: at },
    searchTerms: orderSearchTerms({ id, email, address }),
  };
  const reservation: Reservation = {
    orderId: id,
    lines: lines.map(({ id: productId, size, quantity }) => ({
      id: productId,
      ...(size !== undefined && { size }),
      quantity,
    })),
    ...{ state: 'sold', expiresAt: at, attempts: 0, nextAttemptAt: at },
  };
  transaction.set(orderPath(id), sent);
  transaction.set(reservationPath(id), reservation);
  if (hasAccount) transaction.arrayUnion(userPath(userId), 'orders', id);
}

/**
 * A line with the product's details for the new size. A number of a limited edition stays with the
 * returned unit.
 */
function asSent(
  { sku: _, grams: bought, edition: __, ...line }: OrderLine,
  product: StoredProduct | undefined,
): OrderLine {
  const sku = product && findVariant(product, line.size)?.sku;
  const grams = (product && variantGrams(product, line.size)) ?? bought;
  return { ...line, ...(sku !== undefined && { sku }), ...(grams !== undefined && { grams }) };
}
