import * as z from 'zod/mini';
import { IMAGE_URL_LENGTH_MAX, isImageUrl } from './image-url.ts';
import { PRICE_MAX_DOLLARS } from './limits.ts';

/** Units of one variant; fits an int32. */
export const STOCK_MAX = 1_000_000;

export { PRICE_MAX_DOLLARS, SIZES, type Size } from './limits.ts';

/** One sellable unit of a product. Unsized products have exactly one variant, without `size`. */
export const VariantSchema = z.strictObject({
  size: z.optional(z.string().check(z.minLength(1), z.maxLength(20))),
  /** Units that can be ordered now, without reserved ones. Written by functions only. */
  stock: z.int().check(z.gte(0), z.lte(STOCK_MAX)),
  /** Dollars, when this size has a price of its own (a 3XL, for example). */
  price: z.optional(z.number().check(z.gte(0.01), z.lte(PRICE_MAX_DOLLARS))),
  sku: z.optional(z.string().check(z.maxLength(100))),
  shopifyVariantId: z.optional(z.string().check(z.maxLength(200))),
});
export type Variant = z.infer<typeof VariantSchema>;

export const ImageUrlSchema = z
  .string()
  .check(
    z.maxLength(IMAGE_URL_LENGTH_MAX),
    z.refine(isImageUrl, 'must be an https URL or a path on this site.'),
  );

/** `draft` and `archived` products are hidden from shoppers; documents without a status are active. */
export const PRODUCT_STATUSES = ['active', 'draft', 'archived'] as const;

/** products/{id} without the id (specification, section 3). */
export const ProductFieldsSchema = z.strictObject({
  name: z.string().check(z.minLength(1), z.maxLength(200)),
  price: z.number().check(z.gte(0.01), z.lte(PRICE_MAX_DOLLARS)),
  /** The price before a sale, shown struck through. A product that has one is listed under /shop/sale. */
  compareAtPrice: z.optional(z.number().check(z.gte(0.01), z.lte(PRICE_MAX_DOLLARS))),
  image: ImageUrlSchema,
  /** Slug of a category: apparel, accessories, collectibles, limited-editions. */
  category: z.string().check(z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/), z.maxLength(60)),
  /** Mean of the reviews, 0 without reviews. Maintained by functions. */
  rating: z.number().check(z.gte(0), z.lte(5)),
  /** Number of reviews. Maintained by functions. */
  reviews: z.int().check(z.gte(0)),
  inStock: z.boolean(),
  featured: z.boolean(),
  shopifyVariantId: z.optional(z.string().check(z.maxLength(200))),
  description: z.string().check(z.maxLength(10_000)),
  features: z.array(z.string().check(z.minLength(1), z.maxLength(300))).check(z.maxLength(30)),
  specifications: z.record(
    z.string().check(z.minLength(1), z.maxLength(60)),
    z.string().check(z.maxLength(300)),
  ),
  images: z.array(ImageUrlSchema).check(z.maxLength(20)),
  /** Alternative text of `images`, by position. */
  imageAlts: z.optional(z.array(z.string().check(z.maxLength(300))).check(z.maxLength(20))),
  variants: z.array(VariantSchema).check(z.minLength(1), z.maxLength(100)),
  status: z.optional(z.enum(PRODUCT_STATUSES)),
  /** `shopify` marks items synced from the shop platform (specification, section 3). */
  source: z.optional(z.enum(['shopify'])),
  createdAt: z.optional(z.string()),
  updatedAt: z.optional(z.string()),
});
export type ProductFields = z.infer<typeof ProductFieldsSchema>;
export type Product = ProductFields & { readonly id: string };

export { findVariant, isAvailable } from './variants.ts';
