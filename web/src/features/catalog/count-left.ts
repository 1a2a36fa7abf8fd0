import type { Product } from '@savepoint/model/product';

const LIMITED = 'limited-editions';

/**
 * The units left of a one-time run: a product of the limited editions, or one with an edition size;
 * 0 for restockable products.
 */
export function countLeft({
  category,
  variants,
  editionSize,
}: Pick<Product, 'category' | 'variants'> & { readonly editionSize?: number | undefined }): number {
  return category === LIMITED || editionSize !== undefined
    ? variants.reduce((sum, { stock }) => sum + stock, 0)
    : 0;
}

/** The text about the units left on a product page: `24 left of 150`; undefined for none. */
export function describeLeft(product: Parameters<typeof countLeft>[0]): string | undefined {
  const left = countLeft(product);
  const { editionSize = 0 } = product;
  if (left === 0) return undefined;
  // More than the edition: returns of an older run, or a typo.
  return editionSize >= left ? `${left} left of ${editionSize}` : `${left} left`;
}
