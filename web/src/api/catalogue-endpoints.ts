// Owns reads of categories and products. Listings read only the fields a card needs; a product page reads it whole.
// Knows the shopify-first rule of the specification, section 7: synced products, or, when there are none, all of them.
import type { Category } from '@savepoint/model/category';
import type { Product } from '@savepoint/model/product';
import type { BackendError } from '../firebase/backend-error.ts';
import type { BackendRequest, QueryRequest } from '../firebase/request.ts';
import { shopApi } from './shop-api.ts';

const CARD_FIELDS = [
  'name',
  'price',
  'compareAtPrice',
  'image',
  'imageAlts',
  'category',
  'rating',
  'reviews',
  'inStock',
  'featured',
  'variants',
  'status',
  'source',
  'createdAt',
] as const;

/** What a listing knows of a product. */
export type ProductCard = Pick<Product, 'id'> & Pick<Product, (typeof CARD_FIELDS)[number]>;

const FEATURED_MAX = 8;
/** The same cards from Hosting's cache: one file instead of a document read per product and visitor. */
const CARDS_FILE = '/catalogue.json';

type RunBaseQuery = (
  request: BackendRequest,
) => PromiseLike<
  { data?: unknown; error?: BackendError | undefined } | { error: BackendError; data?: undefined }
>;
type EndpointResult<T> = { data: T } | { error: BackendError };

/** The products a shopper may see; documents without a status are active. */
function isActive(product: Pick<Product, 'status'>): boolean {
  return product.status === undefined || product.status === 'active';
}

/** Asks for synced products first and for all only when there are none. */
async function queryShopifyFirst(
  run: RunBaseQuery,
  query: QueryRequest,
): Promise<EndpointResult<ProductCard[]>> {
  const synced: QueryRequest = { ...query, where: [['source', '==', 'shopify'], ...(query.where ?? [])] };
  for (const request of [synced, query]) {
    const answer = await run(request);
    if (answer.error) return { error: answer.error };
    const products = (answer.data as ProductCard[]).filter(isActive);
    if (products.length > 0 || request === query) return { data: products };
  }
  return { data: [] };
}

/**
 * What the home page features. Synced products hide all others here, too: when none of them is featured, the first ones
 * take the place.
 */
async function queryFeatured(run: RunBaseQuery): Promise<EndpointResult<ProductCard[]>> {
  const few = { op: 'query', path: 'products', limit: FEATURED_MAX, select: CARD_FIELDS } as const;
  const synced = await run({
    ...few,
    where: [
      ['source', '==', 'shopify'],
      ['status', '==', 'active'],
    ],
    orderBy: [['featured', 'desc']],
  });
  if (synced.error) return { error: synced.error };
  const first = synced.data as ProductCard[];
  const featured = first.filter((product) => product.featured);
  if (first.length > 0) return { data: featured.length > 0 ? featured : first };
  const own = await run({ ...few, where: [['featured', '==', true]] });
  return own.error ? { error: own.error } : { data: (own.data as ProductCard[]).filter(isActive) };
}

export const catalogueApi = shopApi.injectEndpoints({
  endpoints: (build) => ({
    categories: build.query<Category[], void>({
      query: () => ({ op: 'query', path: 'categories' }),
      providesTags: ['Category'],
    }),
    /** Every product, as cards: from the file, or from the database where the file cannot be had. */
    products: build.query<ProductCard[], void>({
      queryFn: async (_, _api, _options, run) => {
        const file = await (run as RunBaseQuery)({ op: 'file', path: CARDS_FILE });
        // Frozen here, or the store would walk through every field of thousands of products to freeze them: it goes no
        // deeper than what is frozen already.
        if (Array.isArray(file.data)) return { data: Object.freeze(file.data) as ProductCard[] };
        return queryShopifyFirst(run as RunBaseQuery, { op: 'query', path: 'products', select: CARD_FIELDS });
      },
      providesTags: ['Product'],
    }),
    featuredProducts: build.query<ProductCard[], void>({
      queryFn: (_, _api, _options, run) => queryFeatured(run as RunBaseQuery),
      providesTags: ['Product'],
    }),
    /** One product, null when there is none or it is not for shoppers yet. */
    product: build.query<Product | null, string>({
      query: (id) => ({ op: 'get', path: `products/${encodeURIComponent(id)}` }),
      transformResponse: (found: Product | null) => (found !== null && isActive(found) ? found : null),
      // A path, because tags are kept as keys of a plain object, where an id such as __proto__ would be more than a key.
      providesTags: (_result, _error, id) => [{ type: 'Product', id: `products/${id}` }],
    }),
  }),
});

export const { useCategoriesQuery, useProductsQuery, useFeaturedProductsQuery, useProductQuery } =
  catalogueApi;
