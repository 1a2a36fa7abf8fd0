// Orders that staff make for a customer, who may have an account or not.
import * as z from 'zod/mini';
import { EmailAddressSchema } from './email-address.ts';
import { CreateOrderRequestSchema } from './order.ts';
import { ORDER_TOTAL_CENTS_MAX } from './order-limits.ts';
import { textSchema } from './plain-text.ts';
import type { Totals } from './totals.ts';

/**
 * How long a payment link of staff is valid; a Stripe Checkout Session lives for 24 hours at most.
 */
export const PAYMENT_LINK_HOURS = 23;

const { lines, address, delivery, idempotencyKey } = CreateOrderRequestSchema.shape;

/** `placeManualOrder` */
export const ManualOrderRequestSchema = z.strictObject({
  email: EmailAddressSchema,
  ...{ lines, address, delivery, idempotencyKey },
  packingNote: z.optional(textSchema(1, 500)),
  /** Taken off the items, once. */
  discountCents: z.optional(z.int().check(z.gte(1), z.lte(ORDER_TOTAL_CENTS_MAX))),
  isFree: z.optional(z.boolean()),
  /** Why the order costs less; required where it does. */
  reason: z.optional(textSchema(1, 500)),
  /** A link that is emailed, or another way that `paidBy` names. */
  payment: z.enum(['link', 'other']),
  paidBy: z.optional(textSchema(1, 200)),
  /**
   * The total, as staff has seen it. Absent: no order is made, and the response says what it would
   * cost.
   */
  expectedTotalCents: z.optional(z.int().check(z.gte(0), z.lte(ORDER_TOTAL_CENTS_MAX))),
});
export type ManualOrderRequest = z.infer<typeof ManualOrderRequestSchema>;

/** Response of `placeManualOrder`. */
export interface ManualOrderResponse {
  /** Absent in a preview. */
  readonly orderId?: string;
  readonly totals: Totals;
  /** Whether the address is a verified one of an account, which then has the order. */
  readonly hasAccount: boolean;
}
