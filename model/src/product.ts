import * as z from 'zod/mini';
import { CategoryIdSchema, DocumentIdSchema } from './document-id.ts';
import { ImageUrlSchema } from './image-url-schema.ts';
import {
  GRAMS_MAX,
  PRICE_MAX_DOLLARS,
  PRODUCT_TAGS_MAX,
  PRODUCT_TYPE_MAX_LENGTH,
  SIZE_GUIDES,
  TAG_MAX_LENGTH,
} from './limits.ts';
import { lineSchema, textSchema } from './plain-text.ts';

/** Units of one variant; fits an int32. */
export const STOCK_MAX = 1_000_000;

export { PRICE_MAX_DOLLARS, SIZES, type Size } from './limits.ts';

/** Dollars in whole cents. */
const PriceSchema = z.number().check(z.gte(0.01), z.lte(PRICE_MAX_DOLLARS), z.multipleOf(0.01));

const EDITION_MAX = 1_000_000;

/** Whole grams. */
const GramsSchema = z.int().check(z.gte(1), z.lte(GRAMS_MAX));

/** One sellable unit of a product. Unsized products have exactly one variant, without `size`. */
export const VariantSchema = z.strictObject({
  size: z.optional(lineSchema(1, 20)),
  /**
   * Units that can be ordered, excluding reserved ones. It is a slightly stale count; orders read
   * the shards (functions/src/stock).
   */
  stock: z.int().check(z.gte(0), z.lte(STOCK_MAX)),
  /** Dollars, if this size has its own price (a 3XL, for example). */
  price: z.optional(PriceSchema),
  sku: z.optional(lineSchema(1, 100)),
  /** For a size that differs in weight from the product. */
  grams: z.optional(GramsSchema),
  shopifyVariantId: z.optional(lineSchema(1, 200)),
});
export type Variant = z.infer<typeof VariantSchema>;

/**
 * `draft` and `archived` products are hidden from shoppers; documents without a status are active.
 */
export const PRODUCT_STATUSES = ['active', 'draft', 'archived'] as const;

/** products/{id} without the id (specification, section 3). */
export const ProductFieldsSchema = z.strictObject({
  name: lineSchema(1, 200),
  price: PriceSchema,
  /**
   * The price before a sale, shown struck through. Products with one are listed under /shop/sale.
   */
  compareAtPrice: z.optional(PriceSchema),
  image: ImageUrlSchema,
  /** Slug of a category: apparel, accessories, collectibles, limited-editions. */
  category: CategoryIdSchema,
  /** Mean of the ratings, 0 without any. Maintained by functions. */
  rating: z.number().check(z.gte(0), z.lte(5)),
  /** Number of ratings. Maintained by functions. */
  reviews: z.int().check(z.gte(0)),
  /**
   * Ratings with 1, 2, 3, 4 and 5 stars, which determine `rating` and `reviews`. Maintained by
   * functions.
   */
  ratingCounts: z.optional(z.array(z.int().check(z.gte(0))).check(z.length(5))),
  inStock: z.boolean(),
  featured: z.boolean(),
  /** Shown among the bestsellers of the home page. */
  bestseller: z.optional(z.boolean()),
  /** Shown among the offers of the home page, while on sale. */
  saleHighlight: z.optional(z.boolean()),
  /** The kind of product, in the singular: T-shirt, Mug. Searchable. */
  productType: z.optional(lineSchema(1, PRODUCT_TYPE_MAX_LENGTH)),
  /** Further search terms: colors, motifs, occasions. */
  tags: z.optional(
    z.array(lineSchema(1, TAG_MAX_LENGTH)).check(z.minLength(1), z.maxLength(PRODUCT_TAGS_MAX)),
  ),
  shopifyVariantId: z.optional(lineSchema(1, 200)),
  /** The weight of a unit; defaults to that of the shipping settings. */
  grams: z.optional(GramsSchema),
  /** The number of pieces in a limited edition; the stock is what remains. */
  editionSize: z.optional(z.int().check(z.gte(1), z.lte(EDITION_MAX))),
  /** For customs: the code of the Harmonized System. */
  hsCode: z.optional(z.string().check(z.regex(/^\d{6,10}$/))),
  /** For customs: where it was made, an ISO 3166-1 alpha-2 code. */
  origin: z.optional(z.string().check(z.regex(/^[A-Z]{2}$/))),
  description: textSchema(0, 10_000),
  features: z.array(lineSchema(1, 300)).check(z.maxLength(30)),
  specifications: z.record(lineSchema(1, 60), lineSchema(0, 300)),
  images: z.array(ImageUrlSchema).check(z.maxLength(20)),
  /** Alternative text of `images`, by position. */
  imageAlts: z.optional(z.array(lineSchema(0, 300)).check(z.maxLength(20))),
  variants: z.array(VariantSchema).check(z.minLength(1), z.maxLength(100)),
  /** The measures on the product page. Defaults to a guess from the name. */
  sizeGuide: z.optional(z.enum(SIZE_GUIDES)),
  status: z.optional(z.enum(PRODUCT_STATUSES)),
  /** `shopify` marks items synced from the shop platform (specification, section 3). */
  source: z.optional(z.enum(['shopify'])),
  /** The drop that sells it, or one of its sizes. Written by functions only. */
  drop: z.optional(z.strictObject({ id: DocumentIdSchema, size: z.optional(lineSchema(1, 20)) })),
  /** When the stock of the variants was counted. Written by functions only. */
  stockAt: z.optional(z.string()),
  createdAt: z.optional(z.string()),
  updatedAt: z.optional(z.string()),
});
export type ProductFields = z.infer<typeof ProductFieldsSchema>;
export type Product = ProductFields & { readonly id: string };

export { findVariant, isAvailable } from './variants.ts';
