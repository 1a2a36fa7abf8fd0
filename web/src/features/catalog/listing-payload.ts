// Owns the part of a listing that a served page carries: the first look at a catalogue that is too large to be sent whole.
import type { ProductCard } from '../../api/catalogue-endpoints.ts';
import { countFacets, type FacetCounts, type Listing, type ListingFilters, listProducts } from './listing.ts';

/** A listing and its counts as plain data; maps as their entries. */
export interface ListingPayload {
  readonly listing: Listing;
  readonly counts: {
    readonly categories: readonly (readonly [string, number])[];
    readonly sizes: readonly (readonly [string, number])[];
    readonly prices: readonly (readonly [string, number])[];
    readonly ratings: readonly (readonly [number, number])[];
    readonly inStock: number;
  };
}

/** Undefined for a text search: its index is made in the browser. */
export function serializeListing(
  products: readonly ProductCard[],
  filters: ListingFilters,
): ListingPayload | undefined {
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

export function deserializeFacetCounts({ counts }: ListingPayload): FacetCounts {
  return {
    categories: new Map(counts.categories),
    sizes: new Map(counts.sizes),
    prices: new Map(counts.prices),
    ratings: new Map(counts.ratings),
    inStock: counts.inStock,
  };
}
