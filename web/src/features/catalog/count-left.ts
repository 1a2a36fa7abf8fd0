import type { Product } from '@savepoint/model/product';

const LIMITED = 'limited-editions';

/**
 * The units that are left of a run that is made once, which a product of the limited editions is or
 * one with the size of its edition; 0 for what is made again.
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

/** What the page of a product says is left of it: `24 left of 150`; undefined for nothing. */
export function describeLeft(product: Parameters<typeof countLeft>[0]): string | undefined {
  const left = countLeft(product);
  const { editionSize = 0 } = product;
  if (left === 0) return undefined;
  // More than there were: returns of an older run, or a typing error.
  return editionSize >= left ? `${left} left of ${editionSize}` : `${left} left`;
}
