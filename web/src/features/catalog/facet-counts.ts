// Counts of a listing's facets. Separate from the listing, which the first page needs earlier.
import { STARS_MAX } from '@savepoint/model/rating-counts';
import type { ProductCard } from '../../api/catalogue-endpoints.ts';
import { isOnSale } from '../../lib/on-sale.ts';
import { colorsOf } from './colors.ts';
import {
  type FacetName,
  facetPredicates,
  isInBand,
  type ListingFilters,
  PRICE_BANDS,
  RATING_THRESHOLDS,
  SALE_CATEGORY,
} from './listing.ts';

/** The facet values of products in the category, including those that other facets reduce to 0. */
export interface FacetCounts {
  readonly categories: ReadonlyMap<string, number>;
  readonly types: ReadonlyMap<string, number>;
  readonly colors: ReadonlyMap<string, number>;
  readonly sizes: ReadonlyMap<string, number>;
  readonly prices: ReadonlyMap<string, number>;
  readonly ratings: ReadonlyMap<number, number>;
  /** The lowest rating in the category: a threshold up to it cannot narrow the listing. */
  readonly lowestRating: number;
  readonly inStock: number;
}

/**
 * The number of products that each facet value would leave, given the filters of the other facets.
 */
export function countFacets(products: readonly ProductCard[], filters: ListingFilters): FacetCounts {
  const predicates = facetPredicates(filters);
  const names = Object.keys(predicates) as FacetName[];
  const categories = new Map<string, number>();
  const types = new Map<string, number>();
  const colors = new Map<string, number>();
  const sizes = new Map<string, number>();
  const prices = new Map<string, number>();
  const ratings = new Map<number, number>();
  let lowestRating: number = STARS_MAX;
  let inStock = 0;
  const add = <K>(counts: Map<K, number>, key: K, units: number) =>
    counts.set(key, (counts.get(key) ?? 0) + units);
  for (const product of products) {
    const failed = names.filter((name) => !predicates[name](product));
    /** 1 if the product passes all other facets, else 0. */
    const units = (name: FacetName) => Number(failed.every((other) => other === name));
    if (units('category') === 1) {
      add(categories, product.category, 1);
      if (isOnSale(product)) add(categories, SALE_CATEGORY, 1);
    }
    if (failed.includes('category')) continue;
    if (product.productType) add(types, product.productType, units('type'));
    for (const color of colorsOf(product)) add(colors, color, units('color'));
    for (const variant of product.variants)
      if (variant.size && variant.stock > 0) add(sizes, variant.size, units('size'));
    for (const band of PRICE_BANDS) if (isInBand(product, band.id)) add(prices, band.id, units('price'));
    for (const threshold of RATING_THRESHOLDS)
      if (product.rating >= threshold) add(ratings, threshold, units('rating'));
    lowestRating = Math.min(lowestRating, product.rating);
    if (product.inStock) inStock += units('stock');
  }
  return { categories, types, colors, sizes, prices, ratings, lowestRating, inStock };
}
