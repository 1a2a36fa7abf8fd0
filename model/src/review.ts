import * as z from 'zod/mini';
import { FITS } from './limits.ts';

export { FITS } from './limits.ts';

/** reviews/{productId}_{userId} (specification, section 3): one review per shopper and product. */
export const ReviewFieldsSchema = z.strictObject({
  productId: z.string().check(z.minLength(1), z.maxLength(200)),
  userId: z.string().check(z.minLength(1), z.maxLength(128)),
  userName: z.string().check(z.minLength(1), z.maxLength(100)),
  rating: z.int().check(z.gte(1), z.lte(5)),
  title: z.string().check(z.minLength(1), z.maxLength(120)),
  content: z.string().check(z.minLength(1), z.maxLength(4000)),
  /** ISO time; a Firestore timestamp in the document. */
  createdAt: z.string(),
  /** ISO time of the last edit; absent for a review that was never edited. */
  updatedAt: z.optional(z.string()),
  /** The fit and size of the garment; only for sized products. */
  fit: z.optional(z.enum(FITS)),
  size: z.optional(z.string().check(z.maxLength(20))),
  /** True when the shopper has a paid or delivered order of the product. */
  verified: z.optional(z.boolean()),
});
export type ReviewFields = z.infer<typeof ReviewFieldsSchema>;
export type Review = ReviewFields & { readonly id: string };
