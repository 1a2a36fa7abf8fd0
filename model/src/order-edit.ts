// What staff may change of an order before it is packed: lines, and the note on its packing slip.
// The total is the evaluator's, with the prices of the lines that the order has and the settings
// and promotions of the day on which it was placed, so that an edit that changes nothing costs
// nothing.
import * as z from 'zod/mini';
import { DocumentIdSchema } from './document-id.ts';
import { CreateOrderRequestSchema, type LineChange, type OrderStatus } from './order.ts';
import { ORDER_TOTAL_CENTS_MAX } from './order-limits.ts';
import { textSchema } from './plain-text.ts';
import type { Totals } from './totals.ts';

/** How long an edit waits for its payment; a Stripe Checkout Session lives for 24 hours at most. */
export const EDIT_HOURS = 23;

/** `editOrder` */
export const EditOrderRequestSchema = z.strictObject({
  orderId: DocumentIdSchema,
  /** Made by the browser once per form: sent twice, the edit is made once. */
  editId: z.string().check(z.regex(/^[A-Za-z0-9-]{16,64}$/)),
  /** All lines that the order has afterwards. */
  lines: CreateOrderRequestSchema.shape.lines,
  packingNote: z.optional(textSchema(0, 500)),
  /** The customer reads it. */
  reason: z.optional(textSchema(1, 500)),
  /** Gives what is refunded as store credit. Absent: as it was paid. */
  refundTo: z.optional(z.literal('credit')),
  /** How many edits the order had when this one was begun: `aborted` when it has more. */
  edits: z.int().check(z.gte(0)),
  /**
   * The total after the edit, as staff has seen it. Absent: nothing is changed, and the response
   * says what would be.
   */
  expectedTotalCents: z.optional(z.int().check(z.gte(0), z.lte(ORDER_TOTAL_CENTS_MAX))),
});
export type EditOrderRequest = z.infer<typeof EditOrderRequestSchema>;

/** `withdrawEdit`: ends an edit that waits for its payment. */
export const WithdrawEditRequestSchema = z.pick(EditOrderRequestSchema, { orderId: true, editId: true });
export type WithdrawEditRequest = z.infer<typeof WithdrawEditRequestSchema>;

/** Response of `editOrder`: what the order costs, and what that changes. */
export interface EditOrderResponse {
  readonly orderId: string;
  /** `waiting` for the payment of the difference. */
  readonly state: 'preview' | 'done' | 'waiting';
  readonly totals: Totals;
  readonly beforeCents: number;
  readonly lines: readonly LineChange[];
}

/** Whether an order of this status may be edited: while it is paid and not packed. */
export function canEditOrder(status: OrderStatus): boolean {
  return status === 'paid';
}
