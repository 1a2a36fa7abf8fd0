// Server only, and separate from the browser's part, so that its first page does not load the
// counting code.
import type { ProductCard } from '../../api/catalogue-endpoints.ts';
import { countFacets } from './facet-counts.ts';
import { type ListingFilters, listProducts } from './listing.ts';
import type { ListingPlaceholderData } from './listing-placeholder-data.ts';

/**
 * The placeholder data of a listing; undefined for a text search, whose index exists only in the
 * browser.
 */
export function serializeListing(
  products: readonly ProductCard[],
  filters: ListingFilters,
): ListingPlaceholderData | undefined {
  if (filters.text !== '') return undefined;
  const { categories, types, colors, sizes, prices, ratings, lowestRating, inStock } = countFacets(
    products,
    filters,
  );
  const listing = listProducts(products, filters);
  return {
    // Fields used only by the search are not shown.
    listing: { ...listing, products: listing.products.map(({ searchText: _, ...card }) => card) },
    counts: {
      categories: [...categories],
      types: [...types],
      colors: [...colors],
      sizes: [...sizes],
      prices: [...prices],
      ratings: [...ratings],
      lowestRating,
      inStock,
    },
  };
}
