import type { Product } from '@savepoint/model/product';

/** Whether shoppers may see a product. A document without a status is active. */
export function isActive(product: Pick<Product, 'status'>): boolean {
  return product.status === undefined || product.status === 'active';
}
