// Reads of categories and products. Listings read only the fields of a card; a product page reads the whole document.
// Shopify first (specification, section 7): synced products, or all products when there are none.
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

/** The fields of a product that a listing reads. */
export type ProductCard = Pick<Product, 'id'> & Pick<Product, (typeof CARD_FIELDS)[number]>;

const FEATURED_MAX = 8;
/** All cards as one file of Hosting's cache, instead of a billed read per product and visitor. */
const CARDS_FILE = '/catalogue.json';

type RunBaseQuery = (
  request: BackendRequest,
) => PromiseLike<
  { data?: unknown; error?: BackendError | undefined } | { error: BackendError; data?: undefined }
>;
type EndpointResult<T> = { data: T } | { error: BackendError };

/** Whether shoppers may see a product. A document without a status is active. */
function isActive(product: Pick<Product, 'status'>): boolean {
  return product.status === undefined || product.status === 'active';
}

/** Queries synced products, and all products only when there are none. */
async function queryShopifyFirst(
  run: RunBaseQuery,
  query: QueryRequest,
): Promise<EndpointResult<ProductCard[]>> {
  const synced: QueryRequest = { ...query, where: [['source', '==', 'shopify'], ...(query.where ?? [])] };
  for (const request of [synced, query]) {
    const result = await run(request);
    if (result.error) return { error: result.error };
    const products = (result.data as ProductCard[]).filter(isActive);
    if (products.length > 0 || request === query) return { data: products };
  }
  return { data: [] };
}

/** The products of the home page. Shopify first: when no synced product is featured, the first synced ones are used. */
async function queryFeatured(run: RunBaseQuery): Promise<EndpointResult<ProductCard[]>> {
  const base = { op: 'query', path: 'products', limit: FEATURED_MAX, select: CARD_FIELDS } as const;
  const synced = await run({
    ...base,
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
  const own = await run({ ...base, where: [['featured', '==', true]] });
  return own.error ? { error: own.error } : { data: (own.data as ProductCard[]).filter(isActive) };
}

export const catalogueApi = shopApi.injectEndpoints({
  endpoints: (build) => ({
    categories: build.query<Category[], void>({
      query: () => ({ op: 'query', path: 'categories' }),
      providesTags: ['Category'],
    }),
    /** The cards of all products: from the file, or from the database when the file cannot be read. */
    products: build.query<ProductCard[], void>({
      queryFn: async (_, _api, _options, run) => {
        const file = await (run as RunBaseQuery)({ op: 'file', path: CARDS_FILE });
        // Immer freezes deeply what is not frozen: every field of thousands of products.
        if (Array.isArray(file.data)) return { data: Object.freeze(file.data) as ProductCard[] };
        return queryShopifyFirst(run as RunBaseQuery, { op: 'query', path: 'products', select: CARD_FIELDS });
      },
      providesTags: ['Product'],
    }),
    featuredProducts: build.query<ProductCard[], void>({
      queryFn: (_, _api, _options, run) => queryFeatured(run as RunBaseQuery),
      providesTags: ['Product'],
    }),
    /** One product; null when there is none or it is not active. */
    product: build.query<Product | null, string>({
      query: (id) => ({ op: 'get', path: `products/${encodeURIComponent(id)}` }),
      transformResponse: (product: Product | null) =>
        product !== null && isActive(product) ? product : null,
      // A path, because RTK Query stores tag ids as keys of a plain object, where `__proto__` would set its prototype.
      providesTags: (_result, _error, id) => [{ type: 'Product', id: `products/${id}` }],
    }),
  }),
});

export const { useCategoriesQuery, useProductsQuery, useFeaturedProductsQuery, useProductQuery } =
  catalogueApi;
