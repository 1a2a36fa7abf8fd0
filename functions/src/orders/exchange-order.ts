// The order that sends another size for units that came back. What they are worth pays for it, as
// store credit does, so that it is packed, shipped, canceled and returned like any other.
import type { OrderLine, ReturnedUnits } from '@savepoint/model/order';
import { orderNumber, orderSearchTerms } from '@savepoint/model/order-number';
import { exchangeOrder } from '@savepoint/model/order-return';
import { findVariant, variantGrams } from '@savepoint/model/variants';
import type { DocumentTransaction } from '../firestore/document-store.ts';
import type { StoredProduct } from '../stock/stock-book.ts';
import { orderIdOf } from './create-order.ts';
import { orderPath, type Reservation, reservationPath, type StoredOrder, userPath } from './records.ts';
import type { OrderAggregate } from './transition-order.ts';

/** A return of which units came back. */
interface ReceivedReturn {
  /** Of the order that sends the other size. */
  readonly id: string;
  readonly number: number;
  readonly units: readonly ReturnedUnits[];
  readonly valueCents: number;
  readonly at: Date;
  /** Whether the shopper has an account, which lists the order. */
  readonly hasAccount: boolean;
}

/** The id of the order that a return is exchanged by. */
export function exchangeOrderIdOf(id: string, { userId }: StoredOrder, number: number): string {
  return orderIdOf(userId, `return-${id}-${number}`);
}

/**
 * Writes the order of the other size, whose units the return has taken out of the stock. What it
 * costs has been moved to its account of the books.
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
 * A line with what its product says about the size that is sent. A number of a limited edition
 * stays with the unit that came back.
 */
function asSent(
  { sku: _, grams: bought, edition: __, ...line }: OrderLine,
  product: StoredProduct | undefined,
): OrderLine {
  const sku = product && findVariant(product, line.size)?.sku;
  const grams = (product && variantGrams(product, line.size)) ?? bought;
  return { ...line, ...(sku !== undefined && { sku }), ...(grams !== undefined && { grams }) };
}
