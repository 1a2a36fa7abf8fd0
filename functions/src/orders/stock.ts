import type { OrderErrorDetails } from '@savepoint/model/callables';
import type { CreateOrderRequest, OrderLine } from '@savepoint/model/order';
import { lineName } from '@savepoint/model/order-return';
import { findVariant, isAvailable, type ProductFields, type Variant } from '@savepoint/model/product';
import { variantGrams, variantPrice } from '@savepoint/model/variants';
import { dropOf } from '../editions/order-units.ts';

/** The fields of a product that an order reads or writes. */
export type StoredProduct = Pick<
  ProductFields,
  | 'name'
  | 'price'
  | 'image'
  | 'category'
  | 'variants'
  | 'inStock'
  | 'status'
  | 'grams'
  | 'hsCode'
  | 'origin'
  | 'drop'
  | 'updatedAt'
>;

type RequestLine = CreateOrderRequest['lines'][number];
type ReservedLine = Pick<OrderLine, 'id' | 'quantity'> & { readonly size?: string | undefined };
/**
 * Products by id. Reserving and releasing replace its entries; the caller writes them to the
 * database.
 */
export type StockMap = Map<string, StoredProduct>;

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

/**
 * Takes a line's units out of the stock and returns the order line, or returns why it cannot; the
 * stock is unchanged then.
 */
export function reserveLine(stock: StockMap, line: RequestLine): OrderLine | Omit<OrderErrorDetails, 'line'> {
  const lineDetails = { productId: line.productId, ...(line.size === undefined ? {} : { size: line.size }) };
  const product = stock.get(line.productId);
  if (product === undefined) return { reason: 'unknown-product', ...lineDetails };
  if ((product.status ?? 'active') !== 'active') return { reason: 'not-for-sale', ...lineDetails };
  const variant = findVariant(product, line.size);
  if (variant === undefined)
    return { reason: line.size === undefined ? 'size-missing' : 'unknown-size', ...lineDetails };
  if (variant.stock < line.quantity)
    return { reason: 'out-of-stock', ...lineDetails, available: variant.stock };
  const grams = variantGrams(product, line.size);
  const reserved: OrderLine = {
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
  adjustStock(stock, reserved, -line.quantity);
  return reserved;
}

/**
 * Puts units back into the stock. Units of a product or size that does not exist any more are
 * dropped.
 */
export function releaseLines(stock: StockMap, lines: readonly ReservedLine[]): void {
  for (const line of lines) adjustStock(stock, line, line.quantity);
}

/**
 * Takes units for an exchange out of the stock, whether the product is for sale or not. Returns why
 * it cannot, in words; some of them may be taken then.
 */
export function takeLines(stock: StockMap, lines: readonly ReservedLine[]): string | undefined {
  for (const line of lines) {
    const product = stock.get(line.id);
    const name = lineName({ name: product?.name ?? line.id, size: line.size });
    if (dropOf(product, line.size) !== undefined) return `${name} is sold in a drop now.`;
    const left = product && findVariant(product, line.size)?.stock;
    if (left === undefined) return `${name} does not exist any more.`;
    if (left < line.quantity)
      return left <= 0
        ? `${name} is sold out.`
        : `Only ${left} of ${name} ${left === 1 ? 'is' : 'are'} left.`;
    adjustStock(stock, line, -line.quantity);
  }
  return undefined;
}

function adjustStock(stock: StockMap, line: ReservedLine, units: number): void {
  const product = stock.get(line.id);
  if (product === undefined) return;
  const variants: Variant[] = product.variants.map((variant) =>
    variant.size === line.size ? { ...variant, stock: variant.stock + units } : variant,
  );
  stock.set(line.id, { ...product, variants, inStock: isAvailable(variants) });
}
