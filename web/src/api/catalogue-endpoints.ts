// Reads of categories and products. Listings read only the fields of a card; a product page reads
// the whole document. Shopify first (specification, section 7): synced products, or all products if
// there are none.
import type { Category } from '@savepoint/model/category';
import type { Product } from '@savepoint/model/product';
import { isActive } from './is-active.ts';
import type { ProductCard } from './product-card.ts';
import { queryReads } from './query-reads.ts';
import { readCatalogue } from './read-catalogue.ts';
import { shopApi } from './shop-api.ts';

export type { ProductCard } from './product-card.ts';

/** All cards as one file in Hosting's cache, instead of a billed read per product and visitor. */
const CARDS_FILE = '/catalogue.json';

/** In the shop's order. Categories without a position come last, in the order of the response. */
function sortByPosition(categories: readonly Category[]): Category[] {
  const place = ({ position }: Category) => position ?? Number.MAX_SAFE_INTEGER;
  return [...categories].sort((a, b) => place(a) - place(b));
}

export const catalogueApi = shopApi.injectEndpoints({
  endpoints: (build) => ({
    categories: build.query<Category[], void>({
      query: () => ({ op: 'query', path: 'categories' }),
      transformResponse: sortByPosition,
      providesTags: ['Category'],
    }),
    /**
     * The cards of all products: from the file, or from the database if the file cannot be read.
     */
    products: build.query<ProductCard[], void>({
      queryFn: queryReads(async (read) => {
        const cards = await read({ op: 'file', path: CARDS_FILE }).catch(() => undefined);
        // Immer would deeply freeze unfrozen data: every field of thousands of products.
        if (Array.isArray(cards)) return Object.freeze(cards) as ProductCard[];
        return readCatalogue(read);
      }),
      providesTags: ['Product'],
    }),
    /** One product; null if it is missing or not active. */
    product: build.query<Product | null, string>({
      query: (id) => ({ op: 'get', path: `products/${encodeURIComponent(id)}` }),
      transformResponse: (product: Product | null) =>
        product !== null && isActive(product) ? product : null,
      // A path, because RTK Query stores tag ids as keys of a plain object, where `__proto__` would
      // set its prototype.
      providesTags: (_result, _error, id) => [{ type: 'Product', id: `products/${id}` }],
    }),
  }),
});

export const { useCategoriesQuery, useProductsQuery, useProductQuery } = catalogueApi;
