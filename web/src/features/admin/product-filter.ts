import type { Product } from '@savepoint/model/product';

export interface ProductFilter {
  readonly text: string;
  readonly status: '' | 'active' | 'draft' | 'archived';
  readonly category: string;
  readonly stock: '' | 'low' | 'none';
  readonly sort: SortKey;
  readonly descending: boolean;
}
export type SortKey = 'name' | 'price' | 'stock' | 'status' | 'updatedAt';

export const EMPTY_FILTER: ProductFilter = {
  text: '',
  status: '',
  category: '',
  stock: '',
  sort: 'name',
  descending: false,
};

/** A product is low on stock when one of its variants has at most this many units. */
const LOW_STOCK_UNITS = 5;

function totalStock(product: Pick<Product, 'variants'>): number {
  return product.variants.reduce((sum, variant) => sum + variant.stock, 0);
}

function hasStock(product: Product, stock: ProductFilter['stock']): boolean {
  if (stock === 'none') return totalStock(product) === 0;
  if (stock === 'low') return product.variants.some((variant) => variant.stock <= LOW_STOCK_UNITS);
  return true;
}

function sortValue(product: Product, key: SortKey): string | number {
  if (key === 'stock') return totalStock(product);
  if (key === 'price') return product.price;
  if (key === 'status') return product.status ?? 'active';
  if (key === 'updatedAt') return product.updatedAt ?? '';
  return product.name.toLowerCase();
}

/** Filters and sorts products; ties are sorted by name. */
export function filterProducts(products: readonly Product[], filter: ProductFilter): readonly Product[] {
  const text = filter.text.trim().toLowerCase();
  const direction = filter.descending ? -1 : 1;
  return products
    .filter(
      (product) =>
        (text === '' || `${product.name} ${product.id}`.toLowerCase().includes(text)) &&
        (filter.status === '' || (product.status ?? 'active') === filter.status) &&
        (filter.category === '' || product.category === filter.category) &&
        hasStock(product, filter.stock),
    )
    .sort((a, b) => {
      const [left, right] = [sortValue(a, filter.sort), sortValue(b, filter.sort)];
      if (left === right) return a.name.localeCompare(b.name);
      return (left < right ? -1 : 1) * direction;
    });
}
