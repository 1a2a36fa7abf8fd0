// Orders that staff place for a customer, with or without an account.
import * as z from 'zod/mini';
import { EmailAddressSchema } from './email-address.ts';
import { CreateOrderRequestSchema } from './order.ts';
import { ORDER_TOTAL_CENTS_MAX } from './order-limits.ts';
import { textSchema } from './plain-text.ts';
import type { Totals } from './totals.ts';

/** Validity of a payment link from staff; a Stripe Checkout Session lives for 24 hours at most. */
export const PAYMENT_LINK_HOURS = 23;

const { lines, address, delivery, idempotencyKey } = CreateOrderRequestSchema.shape;

/** `placeManualOrder` */
export const ManualOrderRequestSchema = z.strictObject({
  email: EmailAddressSchema,
  ...{ lines, address, delivery, idempotencyKey },
  packingNote: z.optional(textSchema(1, 500)),
  /** A single discount on the items. */
  discountCents: z.optional(z.int().check(z.gte(1), z.lte(ORDER_TOTAL_CENTS_MAX))),
  isFree: z.optional(z.boolean()),
  /** The reason for the discount; required with one. */
  reason: z.optional(textSchema(1, 500)),
  /** An emailed link, or another method, named by `paidBy`. */
  payment: z.enum(['link', 'other']),
  paidBy: z.optional(textSchema(1, 200)),
  /**
   * The total that staff have seen. Absent for a preview: no order is created, and the response
   * contains the price.
   */
  expectedTotalCents: z.optional(z.int().check(z.gte(0), z.lte(ORDER_TOTAL_CENTS_MAX))),
});
export type ManualOrderRequest = z.infer<typeof ManualOrderRequestSchema>;

/** Response of `placeManualOrder`. */
export interface ManualOrderResponse {
  /** Absent in a preview. */
  readonly orderId?: string;
  readonly totals: Totals;
  /** True if the address is the verified one of an account, which then owns the order. */
  readonly hasAccount: boolean;
}
