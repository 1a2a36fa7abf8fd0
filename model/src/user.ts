// Owns the user record and the wishlist (specification, section 3).
import * as z from 'zod/mini';
import type { AddressSchema } from './address.ts';
import type { CartLineSchema } from './cart-line.ts';
import { ImageUrlSchema } from './product.ts';

export { WISHLIST_MAX } from './limits.ts';

/** A wishlist item: product fields plus when it was added. The id is always a string. */
export const WishlistItemSchema = z.object({
  id: z.string().check(z.minLength(1), z.maxLength(200)),
  name: z.string().check(z.minLength(1), z.maxLength(200)),
  image: ImageUrlSchema,
  price: z.number().check(z.gte(0), z.lte(100_000)),
  /** ISO time. */
  addedAt: z.string(),
});
export type WishlistItem = z.infer<typeof WishlistItemSchema>;

/** users/{uid}. Shoppers write their own, within these bounds; `orders` is written by the server. */
export interface UserRecord {
  readonly uid: string;
  readonly email: string;
  readonly displayName: string;
  readonly photoURL?: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly cart: readonly z.infer<typeof CartLineSchema>[];
  /** Ids of the shopper's orders, newest last. */
  readonly orders: readonly string[];
  readonly wishlist: readonly WishlistItem[];
  readonly savedForLater?: readonly z.infer<typeof CartLineSchema>[];
  readonly addresses?: readonly z.infer<typeof AddressSchema>[];
}
