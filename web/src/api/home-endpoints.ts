// Reads of the rows of the home page, which no other page needs.
import type { Product } from '@savepoint/model/product';
import type { Filter } from '../firebase/request.ts';
import type { DocumentReader } from './firestore-base-query.ts';
import { isActive } from './is-active.ts';
import { CARD_FIELDS, type ProductCard } from './product-card.ts';
import { queryReads } from './query-reads.ts';
import { shopApi } from './shop-api.ts';

/** Fields of a product by which the operator chooses rows of the home page. */
type Highlight = 'bestseller' | 'saleHighlight';

const FEATURED_MAX = 8;
const HIGHLIGHTS_MAX = 8;

/**
 * The products of the home page. Shopify first: when no synced product is featured, the first
 * synced ones are used.
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
 * Products for a row of the home page, as a field of theirs says. Shopify first: when there are
 * synced products, only those that are chosen among them.
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
  // Drafts can be chosen, too: the limit applies to what shoppers see.
  const own = (await read({
    op: 'query',
    path: 'products',
    select: CARD_FIELDS,
    where: [chosenBy],
  })) as ProductCard[];
  return own.filter(isActive).slice(0, HIGHLIGHTS_MAX);
}

/** The fields that a row needs, and no other: they are a part of the page. */
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
    /**
     * The products of a row of the home page, chosen by the operator; empty when there are none.
     */
    highlights: build.query<ProductCard[], Highlight>({
      queryFn: queryReads((read, field: Highlight) => readHighlights(read, [field, '==', true])),
      providesTags: ['Product'],
    }),
    /** Products that an owner has picked, in their order; without those that are gone. */
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
    /** Products of a category. */
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
