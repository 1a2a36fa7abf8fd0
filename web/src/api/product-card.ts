// The product fields that listings read.
import type { Product } from '@savepoint/model/product';

/** What a query of cards selects. */
export const CARD_FIELDS = [
  'name',
  'price',
  'compareAtPrice',
  'image',
  'images',
  'imageAlts',
  'category',
  'rating',
  'reviews',
  'inStock',
  'featured',
  'variants',
  'status',
  'source',
  'drop',
  'createdAt',
] as const;

/**
 * The product fields that a listing reads. The catalog, which has all cards, adds those for the
 * search.
 */
export type ProductCard = Pick<Product, 'id' | 'productType' | 'tags'> &
  Pick<Product, Exclude<(typeof CARD_FIELDS)[number], 'images'>> & {
    /** The first pictures: a card shows the second one on hover. */
    readonly images?: readonly string[];
    /** The distinct words of description, features and specifications, for the search. */
    readonly searchText?: string;
  };
