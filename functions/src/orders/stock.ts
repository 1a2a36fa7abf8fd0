import type { OrderErrorDetails } from '@savepoint/model/callables';
import type { CreateOrderRequest, OrderLine } from '@savepoint/model/order';
import { lineName } from '@savepoint/model/order-return';
import { findVariant, variantGrams, variantPrice } from '@savepoint/model/variants';
import { dropOf } from '../editions/order-units.ts';
import type { Move, StockBook, Units } from '../stock/stock-book.ts';

type RequestLine = CreateOrderRequest['lines'][number];

/** Merges lines of the same product and size, adding their quantities. */
export function mergeLines(lines: readonly RequestLine[]): RequestLine[] {
  const merged = new Map<string, RequestLine>();
  for (const line of lines) {
    const key = JSON.stringify([line.productId, line.size ?? null]);
    const seen = merged.get(key);
    merged.set(key, seen ? { ...seen, quantity: seen.quantity + line.quantity } : line);
  }
  return [...merged.values()];
}

/** The order that takes units. */
export interface TakingOrder {
  readonly id: string;
  readonly move: Move;
}

/**
 * Takes a line's units out of the stock and returns the order line, or the reason why it cannot;
 * the stock is then unchanged.
 */
export async function reserveLine(
  stock: StockBook,
  line: RequestLine,
  { id, move }: TakingOrder,
): Promise<OrderLine | Omit<OrderErrorDetails, 'line'>> {
  const lineDetails = { productId: line.productId, ...(line.size === undefined ? {} : { size: line.size }) };
  const product = stock.get(line.productId);
  if (product === undefined) return { reason: 'unknown-product', ...lineDetails };
  if ((product.status ?? 'active') !== 'active') return { reason: 'not-for-sale', ...lineDetails };
  const variant = findVariant(product, line.size);
  if (variant === undefined)
    return { reason: line.size === undefined ? 'size-missing' : 'unknown-size', ...lineDetails };
  const left = await stock.take({ ...line, id: line.productId }, id, move);
  if (left !== undefined) return { reason: 'out-of-stock', ...lineDetails, available: left };
  const grams = variantGrams(product, line.size);
  return {
    id: line.productId,
    ...(line.size === undefined ? {} : { size: line.size }),
    name: product.name,
    ...(variant.sku === undefined ? {} : { sku: variant.sku }),
    image: product.image,
    price: variantPrice(product, line.size),
    quantity: line.quantity,
    ...(grams === undefined ? {} : { grams }),
    ...(product.hsCode === undefined ? {} : { hsCode: product.hsCode }),
    ...(product.origin === undefined ? {} : { origin: product.origin }),
  };
}

/**
 * Takes units for an exchange out of the stock, even if the product is not for sale. Returns an
 * error message if it cannot; some units may have been taken by then.
 */
export async function takeLines(
  stock: StockBook,
  lines: readonly Units[],
  { id, move }: TakingOrder,
): Promise<string | undefined> {
  for (const line of lines) {
    const product = stock.get(line.id);
    const name = lineName({ name: product?.name ?? line.id, size: line.size });
    if (dropOf(product, line.size) !== undefined) return `${name} is sold in a drop now.`;
    if (product === undefined || findVariant(product, line.size) === undefined)
      return `${name} no longer exists.`;
    const left = await stock.take(line, id, move);
    if (left !== undefined)
      return left <= 0
        ? `${name} is sold out.`
        : `Only ${left} of ${name} ${left === 1 ? 'is' : 'are'} left.`;
  }
  return undefined;
}
