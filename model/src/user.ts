import * as z from 'zod/mini';
import { AddressSchema } from './address.ts';
import { CartLineSchema } from './cart-line.ts';
import { ADDRESSES_MAX, CART_LINES_MAX, WISHLIST_MAX } from './limits.ts';
import { ImageUrlSchema, PRICE_MAX_DOLLARS } from './product.ts';

export { WISHLIST_MAX } from './limits.ts';

/** A wishlist item: product fields and the time it was added. The id is always a string (specification, section 3). */
export const WishlistItemSchema = z.strictObject({
  id: z.string().check(z.minLength(1), z.maxLength(200)),
  name: z.string().check(z.minLength(1), z.maxLength(200)),
  image: ImageUrlSchema,
  price: z.number().check(z.gte(0), z.lte(PRICE_MAX_DOLLARS)),
  /** ISO time. */
  addedAt: z.string().check(z.minLength(1), z.maxLength(40)),
});
export type WishlistItem = z.infer<typeof WishlistItemSchema>;

const cart = z.array(CartLineSchema).check(z.maxLength(CART_LINES_MAX));

/**
 * The fields of users/{uid} that a shopper may write; `isUserRecord` in firestore.rules enforces the same. `orders` and
 * `createdAt` are written by functions once the record exists, as is `cartVersion`: the number of orders of the account that have been
 * paid, which took their lines out of the cart; 0 when absent. A save of the cart repeats the one that it was made with, and rules deny
 * it when a payment came between.
 */
export const UserRecordFieldsSchema = z.strictObject({
  email: z.optional(z.string().check(z.maxLength(320))),
  displayName: z.optional(z.string().check(z.maxLength(100))),
  photoURL: z.nullish(ImageUrlSchema),
  cart: z.optional(cart),
  savedForLater: z.optional(cart),
  wishlist: z.optional(z.array(WishlistItemSchema).check(z.maxLength(WISHLIST_MAX))),
  addresses: z.optional(z.array(AddressSchema).check(z.maxLength(ADDRESSES_MAX))),
});
export type UserRecordFields = z.infer<typeof UserRecordFieldsSchema>;
