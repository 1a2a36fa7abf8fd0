import * as z from 'zod/mini';
import { ImageUrlSchema } from './image-url.ts';
import { CATEGORIES_MAX } from './limits.ts';

/** categories/{id} (specification, section 3). The id is the slug in /shop/{category} and in `product.category`. */
export const CategoryFieldsSchema = z.strictObject({
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(100)),
  image: ImageUrlSchema,
  description: z.string().check(z.trim(), z.maxLength(1000)),
  featured: z.boolean(),
  /** Place in lists, counted from 0. Categories without one come last. Written by `orderCategories`. */
  position: z.optional(z.int().check(z.gte(0), z.lte(CATEGORIES_MAX))),
});
export type CategoryFields = z.infer<typeof CategoryFieldsSchema>;
export type Category = CategoryFields & { readonly id: string };
