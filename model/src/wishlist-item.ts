import * as z from 'zod/mini';
import { ImageUrlSchema } from './image-url-schema.ts';
import { PRICE_MAX_DOLLARS } from './limits.ts';

/**
 * A wishlist item: product fields and the time it was added. The id is always a string
 * (specification, section 3).
 */
export const WishlistItemSchema = z.strictObject({
  id: z.string().check(z.minLength(1), z.maxLength(200)),
  name: z.string().check(z.minLength(1), z.maxLength(200)),
  image: ImageUrlSchema,
  price: z.number().check(z.gte(0), z.lte(PRICE_MAX_DOLLARS)),
  /** ISO time. */
  addedAt: z.string().check(z.minLength(1), z.maxLength(40)),
});
export type WishlistItem = z.infer<typeof WishlistItemSchema>;
