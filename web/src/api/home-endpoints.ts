// Reads of the rows of the home page, which no other page needs.
import { isActive } from './is-active.ts';
import { CARD_FIELDS, type EndpointResult, type ProductCard, type RunBaseQuery } from './product-card.ts';
import { shopApi } from './shop-api.ts';

/** Fields of a product by which the operator chooses rows of the home page. */
export type HomeRow = 'bestseller' | 'saleHighlight';

const FEATURED_MAX = 8;
const HIGHLIGHTS_MAX = 8;

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

/**
 * Products that the operator chose for a row of the home page. Shopify first: when there are synced products, only those that are
 * chosen among them.
 */
async function queryHighlights(run: RunBaseQuery, row: HomeRow): Promise<EndpointResult<ProductCard[]>> {
  const base = { op: 'query', path: 'products', limit: HIGHLIGHTS_MAX, select: CARD_FIELDS } as const;
  const synced = [
    ['source', '==', 'shopify'],
    ['status', '==', 'active'],
  ] as const;
  const chosen = await run({ ...base, where: [...synced, [row, '==', true]] });
  if (chosen.error) return { error: chosen.error };
  const found = chosen.data as ProductCard[];
  if (found.length > 0) return { data: found };
  const anySynced = await run({ ...base, limit: 1, where: [...synced] });
  if (anySynced.error) return { error: anySynced.error };
  if ((anySynced.data as ProductCard[]).length > 0) return { data: [] };
  // Drafts can be chosen, too: the limit applies to what shoppers see.
  const own = await run({ op: 'query', path: 'products', select: CARD_FIELDS, where: [[row, '==', true]] });
  if (own.error) return { error: own.error };
  return { data: (own.data as ProductCard[]).filter(isActive).slice(0, HIGHLIGHTS_MAX) };
}

export const homeApi = shopApi.injectEndpoints({
  endpoints: (build) => ({
    featuredProducts: build.query<ProductCard[], void>({
      queryFn: (_, _api, _options, run) => queryFeatured(run as RunBaseQuery),
      providesTags: ['Product'],
    }),
    /** The products of a row of the home page, chosen by the operator; empty when there are none. */
    highlights: build.query<ProductCard[], HomeRow>({
      queryFn: (row, _api, _options, run) => queryHighlights(run as RunBaseQuery, row),
      providesTags: ['Product'],
    }),
  }),
});

export const { useFeaturedProductsQuery, useHighlightsQuery } = homeApi;
