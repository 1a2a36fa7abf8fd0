// Counts of a listing's facets. Apart from the listing, which the first page needs before them.
import type { ProductCard } from '../../api/catalogue-endpoints.ts';
import { isOnSale } from '../../lib/on-sale.ts';
import { coloursOf } from './colours.ts';
import {
  type FacetName,
  facetPredicates,
  isInBand,
  type ListingFilters,
  PRICE_BANDS,
  RATING_THRESHOLDS,
  SALE_CATEGORY,
} from './listing.ts';

export interface FacetCounts {
  readonly categories: ReadonlyMap<string, number>;
  readonly types: ReadonlyMap<string, number>;
  readonly colours: ReadonlyMap<string, number>;
  readonly sizes: ReadonlyMap<string, number>;
  readonly prices: ReadonlyMap<string, number>;
  readonly ratings: ReadonlyMap<number, number>;
  readonly inStock: number;
}

/** How many products each facet value would leave, given the filters of the other facets. */
export function countFacets(products: readonly ProductCard[], filters: ListingFilters): FacetCounts {
  const predicates = facetPredicates(filters);
  const names = Object.keys(predicates) as FacetName[];
  const categories = new Map<string, number>();
  const types = new Map<string, number>();
  const colours = new Map<string, number>();
  const sizes = new Map<string, number>();
  const prices = new Map<string, number>();
  const ratings = new Map<number, number>();
  let inStock = 0;
  const add = <K>(counts: Map<K, number>, key: K) => counts.set(key, (counts.get(key) ?? 0) + 1);
  for (const product of products) {
    const failed = names.filter((name) => !predicates[name](product));
    if (failed.length > 1) continue;
    const counts = (name: FacetName) => failed.length === 0 || failed[0] === name;
    if (counts('category')) {
      add(categories, product.category);
      if (isOnSale(product)) add(categories, SALE_CATEGORY);
    }
    if (counts('type') && product.productType) add(types, product.productType);
    if (counts('colour')) for (const colour of coloursOf(product)) add(colours, colour);
    if (counts('size')) {
      for (const variant of product.variants) if (variant.size && variant.stock > 0) add(sizes, variant.size);
    }
    if (counts('price')) for (const band of PRICE_BANDS) if (isInBand(product, band.id)) add(prices, band.id);
    if (counts('rating'))
      for (const threshold of RATING_THRESHOLDS) if (product.rating >= threshold) add(ratings, threshold);
    if (counts('stock') && product.inStock) inStock += 1;
  }
  return { categories, types, colours, sizes, prices, ratings, inStock };
}
