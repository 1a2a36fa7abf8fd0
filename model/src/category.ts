import * as z from 'zod/mini';
import { ImageUrlSchema } from './image-url-schema.ts';
import { CATEGORIES_MAX } from './limits.ts';
import { lineSchema, textSchema } from './plain-text.ts';

/**
 * categories/{id} (specification, section 3). The id is the slug in /shop/{category} and in
 * `product.category`.
 */
export const CategoryFieldsSchema = z.strictObject({
  name: lineSchema(1, 100),
  image: ImageUrlSchema,
  description: textSchema(0, 1000),
  featured: z.boolean(),
  /**
   * Place in lists, counted from 0. Categories without one come last. Written by `orderCategories`.
   */
  position: z.optional(z.int().check(z.gte(0), z.lte(CATEGORIES_MAX))),
});
export type CategoryFields = z.infer<typeof CategoryFieldsSchema>;
export type Category = CategoryFields & { readonly id: string };
