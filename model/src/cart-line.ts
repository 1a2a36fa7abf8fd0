import * as z from 'zod/mini';
import { ImageUrlSchema } from './image-url-schema.ts';
import { PRICE_MAX_DOLLARS, QUANTITY_MAX } from './limits.ts';

/**
 * A cart item (specification, section 3) as stored in users/{uid}.cart and in local storage.
 * `price` is the last one shown; orders read the product's.
 */
export const CartLineSchema = z.strictObject({
  id: z.string().check(z.minLength(1), z.maxLength(200)),
  size: z.optional(z.string().check(z.minLength(1), z.maxLength(20))),
  name: z.string().check(z.minLength(1), z.maxLength(200)),
  image: ImageUrlSchema,
  price: z.number().check(z.gte(0), z.lte(PRICE_MAX_DOLLARS)),
  quantity: z.int().check(z.gte(1), z.lte(QUANTITY_MAX)),
});
export type CartLine = z.infer<typeof CartLineSchema>;
