// Owns taking units out of products and putting them back. Pure: products in, changed variants out.
import type { OrderErrorDetails } from '@savepoint/model/callables';
import type { CreateOrderRequest, OrderLine } from '@savepoint/model/order';
import { findVariant, isAvailable, type ProductFields, type Variant } from '@savepoint/model/product';
import { variantPrice } from '@savepoint/model/variants';

export type StoredProduct = Pick<
  ProductFields,
  'name' | 'price' | 'image' | 'variants' | 'inStock' | 'status'
>;

type RequestLine = CreateOrderRequest['lines'][number];
type ReservedLine = Pick<OrderLine, 'id' | 'size' | 'quantity'>;
/** Products by id, as they are and as they become. */
export type StockMap = Map<string, StoredProduct>;

/** Lines that ask for the same product and size become one. */
export function mergeLines(lines: readonly RequestLine[]): RequestLine[] {
  const merged = new Map<string, RequestLine>();
  for (const line of lines) {
    const key = JSON.stringify([line.productId, line.size ?? null]);
    const seen = merged.get(key);
    merged.set(key, seen ? { ...seen, quantity: seen.quantity + line.quantity } : line);
  }
  return [...merged.values()];
}

/** Takes one line's units off the stock, or says why not; the stock then is as it was. */
export function reserveLine(stock: StockMap, line: RequestLine): OrderLine | Omit<OrderErrorDetails, 'line'> {
  const where = { productId: line.productId, ...(line.size === undefined ? {} : { size: line.size }) };
  const product = stock.get(line.productId);
  if (product === undefined) return { reason: 'unknown-product', ...where };
  if ((product.status ?? 'active') !== 'active') return { reason: 'not-for-sale', ...where };
  const variant = findVariant(product, line.size);
  if (variant === undefined)
    return { reason: line.size === undefined ? 'size-missing' : 'unknown-size', ...where };
  if (variant.stock < line.quantity) return { reason: 'out-of-stock', ...where, available: variant.stock };
  const taken: OrderLine = {
    id: line.productId,
    ...(line.size === undefined ? {} : { size: line.size }),
    name: product.name,
    image: product.image,
    price: variantPrice(product, line.size),
    quantity: line.quantity,
  };
  adjustStock(stock, taken, -line.quantity);
  return taken;
}

/** Puts units back. A product or size that is gone takes nothing back; its units are nobody's to sell. */
export function releaseLines(stock: StockMap, lines: readonly ReservedLine[]): void {
  for (const line of lines) adjustStock(stock, line, line.quantity);
}

function adjustStock(stock: StockMap, line: ReservedLine, units: number): void {
  const product = stock.get(line.id);
  if (product === undefined) return;
  const variants: Variant[] = product.variants.map((variant) =>
    variant.size === line.size ? { ...variant, stock: variant.stock + units } : variant,
  );
  stock.set(line.id, { ...product, variants, inStock: isAvailable(variants) });
}
