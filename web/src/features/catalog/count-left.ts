import type { Product } from '@savepoint/model/product';

const LIMITED = 'limited-editions';

/** The units that are left of a run that is printed once; 0 for what is printed again. */
export function countLeft({ category, variants }: Pick<Product, 'category' | 'variants'>): number {
  return category === LIMITED ? variants.reduce((sum, { stock }) => sum + stock, 0) : 0;
}
