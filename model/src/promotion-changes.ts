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
  /** The one that was edited; `aborted` when the promotion has changed since. */
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
  /** Orders that use it, without those that were canceled or expired. */
  readonly uses: number;
  /** What it has taken off these orders. */
  readonly discountCents: number;
  /** Whether one of its limits is reached. */
  readonly isUsedUp: boolean;
};
