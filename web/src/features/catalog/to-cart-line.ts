import type { CartLine } from '@savepoint/model/cart';
import { variantPrice } from '@savepoint/model/variants';
import type { ProductCard } from '../../api/catalogue-endpoints.ts';

/** Creates a cart line for units of a product in a size. */
export function toCartLine(
  product: Pick<ProductCard, 'id' | 'name' | 'image' | 'price' | 'variants'>,
  { size, quantity }: { size: string | undefined; quantity: number },
): CartLine {
  const { id, name, image } = product;
  const price = variantPrice(product, size);
  return { id, name, image, price, quantity, ...(size !== undefined && { size }) };
}
