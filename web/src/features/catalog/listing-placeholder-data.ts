// Placeholder data of a listing in the SSR payload: the whole catalogue would be too large to send with the page.
import type { ProductCard } from '../../api/catalogue-endpoints.ts';
import { countFacets, type FacetCounts, type Listing, type ListingFilters, listProducts } from './listing.ts';

/** A listing and its facet counts as JSON; maps as arrays of entries. */
export interface ListingPlaceholderData {
  readonly listing: Listing;
  readonly counts: {
    readonly categories: readonly (readonly [string, number])[];
    readonly sizes: readonly (readonly [string, number])[];
    readonly prices: readonly (readonly [string, number])[];
    readonly ratings: readonly (readonly [number, number])[];
    readonly inStock: number;
  };
}

/** The placeholder data of a listing; undefined for a text search, whose index exists only in the browser. */
export function serializeListing(
  products: readonly ProductCard[],
  filters: ListingFilters,
): ListingPlaceholderData | undefined {
  if (filters.text !== '') return undefined;
  const { categories, sizes, prices, ratings, inStock } = countFacets(products, filters);
  return {
    listing: listProducts(products, filters),
    counts: {
      categories: [...categories],
      sizes: [...sizes],
      prices: [...prices],
      ratings: [...ratings],
      inStock,
    },
  };
}

/** The facet counts of placeholder data, as countFacets returns them. */
export function deserializeFacetCounts({ counts }: ListingPlaceholderData): FacetCounts {
  return {
    categories: new Map(counts.categories),
    sizes: new Map(counts.sizes),
    prices: new Map(counts.prices),
    ratings: new Map(counts.ratings),
    inStock: counts.inStock,
  };
}
