// Placeholder data of a server-rendered listing: the whole catalog would be too large to send with
// the page.
import type { FacetCounts } from './facet-counts.ts';
import type { Listing } from './listing.ts';

/** A listing and its facet counts as JSON; maps as arrays of entries. */
export interface ListingPlaceholderData {
  readonly listing: Listing;
  readonly counts: {
    readonly categories: readonly (readonly [string, number])[];
    readonly types: readonly (readonly [string, number])[];
    readonly colors: readonly (readonly [string, number])[];
    readonly sizes: readonly (readonly [string, number])[];
    readonly prices: readonly (readonly [string, number])[];
    readonly ratings: readonly (readonly [number, number])[];
    readonly lowestRating: number;
    readonly inStock: number;
  };
}

/** The facet counts of placeholder data, as countFacets returns them. */
export function deserializeFacetCounts({ counts }: ListingPlaceholderData): FacetCounts {
  return {
    categories: new Map(counts.categories),
    types: new Map(counts.types),
    colors: new Map(counts.colors),
    sizes: new Map(counts.sizes),
    prices: new Map(counts.prices),
    ratings: new Map(counts.ratings),
    lowestRating: counts.lowestRating,
    inStock: counts.inStock,
  };
}
