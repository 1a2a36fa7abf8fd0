import type { Product } from '@savepoint/model/product';

/** True for products that shoppers may see. A document without a status is active. */
export function isActive(product: Pick<Product, 'status'>): boolean {
  return product.status === undefined || product.status === 'active';
}
