import * as z from 'zod/mini';
import { ImageUrlSchema } from './product.ts';

/** categories/{id} (specification, section 3). The id is the slug in /shop/{category} and in `product.category`. */
export const CategoryFieldsSchema = z.strictObject({
  name: z.string().check(z.minLength(1), z.maxLength(100)),
  image: ImageUrlSchema,
  description: z.string().check(z.maxLength(1000)),
  featured: z.boolean(),
});
export type CategoryFields = z.infer<typeof CategoryFieldsSchema>;
export type Category = CategoryFields & { readonly id: string };
