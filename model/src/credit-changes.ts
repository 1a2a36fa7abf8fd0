// Requests of the callables about store credit and gift cards.
import * as z from 'zod/mini';
import { DocumentIdSchema } from './document-id.ts';
import { EmailAddressSchema } from './email-address.ts';
import { GiftCardCodeSchema } from './gift-card-code.ts';
import { lineSchema, textSchema } from './plain-text.ts';

/** The most that is given at once: a typing error must not cost more. */
export const CREDIT_CENTS_MAX = 100_000;

const centsSchema = z.int().check(z.gte(1), z.lte(CREDIT_CENTS_MAX));
/** Made by the browser once per form: sent twice, it is done once. */
const requestIdSchema = z.string().check(z.regex(/^[A-Za-z0-9-]{16,64}$/));

/** `giveCredit`, for staff. */
export const GiveCreditRequestSchema = z.strictObject({
  userId: DocumentIdSchema,
  cents: centsSchema,
  reason: textSchema(1, 500),
  requestId: requestIdSchema,
});
export type GiveCreditRequest = z.infer<typeof GiveCreditRequestSchema>;

/** Response of `giveCredit` and `redeemGiftCard`. */
export interface CreditResponse {
  /** What was added, and the balance afterwards. */
  readonly cents: number;
  readonly balanceCents: number;
}

/** `issueGiftCard`, for staff. */
export const IssueGiftCardRequestSchema = z.strictObject({
  cents: centsSchema,
  reason: textSchema(1, 500),
  /** Whom the code is mailed to, if anybody, and a line from whom the card is. */
  email: z.optional(EmailAddressSchema),
  message: z.optional(lineSchema(1, 200)),
  requestId: requestIdSchema,
});
export type IssueGiftCardRequest = z.infer<typeof IssueGiftCardRequestSchema>;

/** Response of `issueGiftCard`: only the email to the address stores the code. */
export interface IssueGiftCardResponse {
  readonly code: string;
}

/** `redeemGiftCard`: turns the whole card into the caller's store credit. */
export const RedeemGiftCardRequestSchema = z.strictObject({ code: GiftCardCodeSchema });
export type RedeemGiftCardRequest = z.infer<typeof RedeemGiftCardRequestSchema>;
