// Owns what a cart item is (specification, section 3). What carts do with their lines is in cart.ts.
import * as z from 'zod/mini';
import { QUANTITY_MAX } from './limits.ts';
import { ImageUrlSchema } from './product.ts';

/** A cart item as stored in users/{uid}.cart and in local storage. Price is what the shopper saw; orders never trust it. */
export const CartLineSchema = z.object({
  id: z.string().check(z.minLength(1), z.maxLength(200)),
  size: z.optional(z.string().check(z.minLength(1), z.maxLength(20))),
  name: z.string().check(z.minLength(1), z.maxLength(200)),
  image: ImageUrlSchema,
  price: z.number().check(z.gte(0), z.lte(100_000)),
  quantity: z.int().check(z.gte(1), z.lte(QUANTITY_MAX)),
});
export type CartLine = z.infer<typeof CartLineSchema>;
