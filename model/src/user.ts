import * as z from 'zod/mini';
import { AddressSchema } from './address.ts';
import { CartLineSchema } from './cart-line.ts';
import { ImageUrlSchema } from './image-url-schema.ts';
import { ADDRESSES_MAX, CART_LINES_MAX, WISHLIST_MAX } from './limits.ts';
import { WishlistItemSchema } from './wishlist-item.ts';

export { WISHLIST_MAX } from './limits.ts';

const cart = z.array(CartLineSchema).check(z.maxLength(CART_LINES_MAX));

/**
 * The fields of users/{uid} that a shopper may write; `isUserRecord` in firestore.rules enforces
 * the same. Once the record exists, functions write `orders`, `createdAt` and `cartVersion`: the
 * number of the account's paid orders, whose lines were removed from the cart; 0 when absent. A
 * save of the cart repeats the version it is based on, and rules deny it after a payment in
 * between.
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
