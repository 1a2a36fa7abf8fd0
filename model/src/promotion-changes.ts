// Requests and responses of the callables about promotions.
import * as z from 'zod/mini';
import { DocumentIdSchema } from './document-id.ts';
import {
  type Promotion,
  PromotionCodeSchema,
  PromotionFieldsSchema,
  type PromotionTerms,
} from './promotion.ts';

/** `checkPromotion`. */
export const CheckPromotionRequestSchema = z.strictObject({ code: PromotionCodeSchema });
export type CheckPromotionRequest = z.infer<typeof CheckPromotionRequestSchema>;
export interface CheckPromotionResponse {
  readonly promotion: PromotionTerms;
}

/** `savePromotion`: without `promotionId` it creates one. */
export const SavePromotionRequestSchema = z.strictObject({
  promotionId: z.optional(DocumentIdSchema),
  /** The edited version; `aborted` if the promotion has changed since. */
  version: z.optional(z.string().check(z.maxLength(64))),
  promotion: PromotionFieldsSchema,
});
export type SavePromotionRequest = z.infer<typeof SavePromotionRequestSchema>;
export interface SavePromotionResponse {
  readonly promotionId: string;
  readonly version: string;
}

/** A promotion in the response of `readPromotions`, which takes no data. */
export type ListedPromotion = Promotion & {
  readonly version: string;
  /** Orders that use it, except canceled and expired ones. */
  readonly uses: number;
  /** The total discount on these orders. */
  readonly discountCents: number;
  /** True if one of its limits is reached. */
  readonly isUsedUp: boolean;
};
