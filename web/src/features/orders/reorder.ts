import { type CartLine, QUANTITY_MAX } from '@savepoint/model/cart';
import type { Order } from '@savepoint/model/order';
import type { Product } from '@savepoint/model/product';
import { findVariant, variantPrice } from '@savepoint/model/variants';

type OrderLine = Order['lines'][number];

/** The part of an order that can be bought again, and why the rest cannot. */
export interface Reorder {
  readonly lines: readonly CartLine[];
  readonly problems: readonly string[];
}

function describeLine({ name, size }: OrderLine): string {
  return size === undefined ? name : `${name}, size ${size}`;
}

/**
 * The cart lines of an order at current prices and stock. `products` are the products of the lines
 * by id, null for discontinued ones. Example: of 5 units with 2 in stock, 2 are bought.
 */
export function planReorder(
  lines: readonly OrderLine[],
  products: ReadonlyMap<string, Product | null>,
): Reorder {
  const bought: CartLine[] = [];
  const problems: string[] = [];
  for (const line of lines) {
    const product = products.get(line.id);
    const variant = product && findVariant(product, line.size);
    if (!product || !variant) {
      problems.push(`${describeLine(line)} is no longer sold.`);
      continue;
    }
    const quantity = Math.min(line.quantity, variant.stock, QUANTITY_MAX);
    if (quantity === 0) {
      problems.push(`${describeLine(line)} is sold out.`);
      continue;
    }
    if (quantity < line.quantity)
      problems.push(
        `${describeLine(line)}: only ${quantity} of ${line.quantity} are left, and they are in your cart.`,
      );
    bought.push({
      ...{ id: product.id, name: product.name, image: product.image, quantity },
      price: variantPrice(product, line.size),
      ...(line.size !== undefined && { size: line.size }),
    });
  }
  return { lines: bought, problems };
}
