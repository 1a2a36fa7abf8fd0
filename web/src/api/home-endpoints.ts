// Reads of the rows of the home page, unused by other pages.
import type { Product } from '@savepoint/model/product';
import type { Filter } from '../firebase/request.ts';
import type { DocumentReader } from './firestore-base-query.ts';
import { isActive } from './is-active.ts';
import { CARD_FIELDS, type ProductCard } from './product-card.ts';
import { queryReads } from './query-reads.ts';
import { shopApi } from './shop-api.ts';

/** Fields of a product that select it for rows of the home page. */
type Highlight = 'bestseller' | 'saleHighlight';

const FEATURED_MAX = 8;
const HIGHLIGHTS_MAX = 8;

/**
 * The featured products of the home page. Shopify first: if no synced product is featured, the
 * first synced ones are used.
 */
async function readFeatured(read: DocumentReader): Promise<ProductCard[]> {
  const base = { op: 'query', path: 'products', limit: FEATURED_MAX, select: CARD_FIELDS } as const;
  const synced = (await read({
    ...base,
    where: [
      ['source', '==', 'shopify'],
      ['status', '==', 'active'],
    ],
    orderBy: [['featured', 'desc']],
  })) as ProductCard[];
  const featured = synced.filter((product) => product.featured);
  if (synced.length > 0) return featured.length > 0 ? featured : synced;
  const own = (await read({ ...base, where: [['featured', '==', true]] })) as ProductCard[];
  return own.filter(isActive);
}

/**
 * Products for a row of the home page, selected by one of their fields. Shopify first: if there are
 * synced products, only those among them.
 */
async function readHighlights(read: DocumentReader, chosenBy: Filter): Promise<ProductCard[]> {
  const base = { op: 'query', path: 'products', limit: HIGHLIGHTS_MAX, select: CARD_FIELDS } as const;
  const synced = [
    ['source', '==', 'shopify'],
    ['status', '==', 'active'],
  ] as const;
  const chosen = (await read({ ...base, where: [...synced, chosenBy] })) as ProductCard[];
  if (chosen.length > 0) return chosen;
  const anySynced = (await read({ ...base, limit: 1, where: [...synced] })) as ProductCard[];
  if (anySynced.length > 0) return [];
  // Drafts can be selected, too: the limit applies to visible products.
  const own = (await read({
    op: 'query',
    path: 'products',
    select: CARD_FIELDS,
    where: [chosenBy],
  })) as ProductCard[];
  return own.filter(isActive).slice(0, HIGHLIGHTS_MAX);
}

/** Only the fields that a row needs: they are part of the page. */
function toCard(product: Product): ProductCard {
  return Object.fromEntries(
    ['id', ...CARD_FIELDS].map((field) => [field, product[field as keyof Product]]),
  ) as unknown as ProductCard;
}

export const homeApi = shopApi.injectEndpoints({
  endpoints: (build) => ({
    featuredProducts: build.query<ProductCard[], void>({
      queryFn: queryReads(readFeatured),
      providesTags: ['Product'],
    }),
    /** The products of a row of the home page, selected by staff; may be empty. */
    highlights: build.query<ProductCard[], Highlight>({
      queryFn: queryReads((read, field: Highlight) => readHighlights(read, [field, '==', true])),
      providesTags: ['Product'],
    }),
    /** Hand-picked products, in order, without missing ones. */
    pickedProducts: build.query<ProductCard[], readonly string[]>({
      queryFn: queryReads(async (read, ids: readonly string[]) => {
        const found = await Promise.all(
          ids.map((id) => read({ op: 'get', path: `products/${encodeURIComponent(id)}` })),
        );
        return (found as (Product | null)[]).flatMap((product) =>
          product !== null && isActive(product) ? toCard(product) : [],
        );
      }),
      providesTags: ['Product'],
    }),
    categoryProducts: build.query<ProductCard[], string>({
      queryFn: queryReads((read, category: string) => readHighlights(read, ['category', '==', category])),
      providesTags: ['Product'],
    }),
  }),
});

export const {
  useFeaturedProductsQuery,
  useHighlightsQuery,
  useCategoryProductsQuery,
  usePickedProductsQuery,
} = homeApi;
