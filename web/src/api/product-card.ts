// The fields that listings read of a product.
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
 * The fields of a product that a listing reads. Those for the search are there in the catalog
 * only, where all cards are.
 */
export type ProductCard = Pick<Product, 'id' | 'productType' | 'tags'> &
  Pick<Product, Exclude<(typeof CARD_FIELDS)[number], 'images'>> & {
    /** Its first pictures: a card shows the second one on hover. */
    readonly images?: readonly string[];
    /**
     * The distinct words of description, features and specifications: what a search needs of them.
     */
    readonly searchText?: string;
  };
