// Requests of the callables that staff use to change orders, except `updateOrder` (callables.ts).
import * as z from 'zod/mini';
import { AddressSchema } from './address.ts';
import { DocumentIdSchema } from './document-id.ts';
import { CART_LINES_MAX, QUANTITY_MAX, SIZE_MAX_LENGTH } from './limits.ts';
import type { AddedPayment, OrderRefund, OrderStatus } from './order.ts';
import { ORDER_TOTAL_CENTS_MAX } from './order-limits.ts';
import { textSchema } from './plain-text.ts';
import { RETURN_OUTCOMES, RETURN_REASONS } from './return-status.ts';

/** Units of one line of an order. */
const UnitsSchema = z.strictObject({
  id: DocumentIdSchema,
  size: z.optional(z.string().check(z.minLength(1), z.maxLength(SIZE_MAX_LENGTH))),
  quantity: z.int().check(z.gte(1), z.lte(QUANTITY_MAX)),
});
export type Units = z.infer<typeof UnitsSchema>;

/**
 * `refundOrder`: refunds part of an order's payment. Full refunds are a change of status
 * (`updateOrder`).
 */
export const RefundOrderRequestSchema = z.strictObject({
  orderId: DocumentIdSchema,
  /** In addition to earlier refunds. */
  amountCents: z.int().check(z.gte(1), z.lte(ORDER_TOTAL_CENTS_MAX)),
  /**
   * The order's `refundedSoFar` when the amount was chosen: `aborted` if it has changed since, for
   * example in another tab.
   */
  refundedCents: z.int().check(z.gte(0), z.lte(ORDER_TOTAL_CENTS_MAX)),
  reason: textSchema(1, 500),
  /** All of it goes to store credit. Absent: first to the card, then to store credit. */
  refundTo: z.optional(z.literal('credit')),
  /** The refunded units; see `unitsRefundCents`. Each can be refunded once. */
  units: z.optional(z.array(UnitsSchema).check(z.maxLength(CART_LINES_MAX))),
  /** Units to restock. */
  restock: z.optional(z.array(UnitsSchema).check(z.maxLength(CART_LINES_MAX))),
});
export type RefundOrderRequest = z.infer<typeof RefundOrderRequestSchema>;

/**
 * Response of `refundOrder`; `sent` is false if the payment provider has not accepted the refund
 * yet. It is retried later.
 */
export interface RefundOrderResponse {
  readonly orderId: string;
  readonly refundedCents: number;
  readonly sent: boolean;
}

/** `addOrderNote`. */
export const OrderNoteRequestSchema = z.strictObject({
  orderId: DocumentIdSchema,
  text: textSchema(1, 2000),
});
export type OrderNoteRequest = z.infer<typeof OrderNoteRequestSchema>;

/**
 * orders/{id}/notes/{noteId}: internal notes of staff about an order. Shoppers cannot read them.
 */
export interface OrderNote {
  readonly id: string;
  readonly text: string;
  /** ISO time. */
  readonly at: string;
  readonly uid: string;
  readonly email?: string;
}

interface Refunds {
  readonly refundedCents?: number;
  readonly refund?: { readonly amountCents: number };
  readonly addedPayments?: readonly AddedPayment[];
  readonly extraRefunds?: Readonly<Record<string, { readonly amountCents: number }>>;
}

/** The refunded cents of a payment for an edit, including pending refunds. */
export function addedRefundedSoFar(
  { paymentIntentId, refundedCents = 0 }: AddedPayment,
  { extraRefunds }: Pick<Refunds, 'extraRefunds'>,
): number {
  return Math.max(refundedCents, extraRefunds?.[paymentIntentId]?.amountCents ?? 0);
}

/**
 * The refunded cents of an order's card payments, including pending refunds: the provider's total,
 * or the decided total if that is higher.
 */
export function cardRefundedSoFar(order: Refunds): number {
  const { addedPayments = [] } = order;
  return addedPayments.reduce(
    (sum, payment) => sum + addedRefundedSoFar(payment, order),
    mainRefundedSoFar(order),
  );
}

/** The same for the order's first payment. */
export function mainRefundedSoFar({
  refundedCents = 0,
  refund,
}: Pick<Refunds, 'refundedCents' | 'refund'>): number {
  return Math.max(refundedCents, refund?.amountCents ?? 0);
}

/** The refund of an order's card payments that was decided here. */
export function decidedRefundCents({ refund, addedPayments = [], extraRefunds }: Refunds): number {
  return addedPayments.reduce(
    (sum, { paymentIntentId }) => sum + (extraRefunds?.[paymentIntentId]?.amountCents ?? 0),
    refund?.amountCents ?? 0,
  );
}

/** True if the refunds of an order's accepted payments have been sent; there has to be one. */
export function areRefundsSent(order: {
  readonly refund?: Pick<OrderRefund, 'state'>;
  readonly addedPayments?: readonly Pick<AddedPayment, 'paymentIntentId'>[];
  readonly extraRefunds?: Readonly<Record<string, Pick<OrderRefund, 'state'>>>;
}): boolean {
  const { refund, addedPayments = [], extraRefunds = {} } = order;
  const refunds = [refund, ...addedPayments.map(({ paymentIntentId }) => extraRefunds[paymentIntentId])];
  const decided = refunds.filter((each) => each !== undefined);
  return decided.length > 0 && decided.every(({ state }) => state === 'sent');
}

/** The refunded cents of an order, including pending refunds, by card and to store credit. */
export function refundedSoFar(order: Refunds & { readonly creditReturnedCents?: number }): number {
  return cardRefundedSoFar(order) + (order.creditReturnedCents ?? 0);
}

/** `correctAddress`: a corrected address, from the shopper or from staff. */
export const CorrectAddressRequestSchema = z.strictObject({
  orderId: DocumentIdSchema,
  address: AddressSchema,
});
export type CorrectAddressRequest = z.infer<typeof CorrectAddressRequestSchema>;

/** True while the address of an order may be corrected: until it is packed. */
export function canCorrectAddress(status: OrderStatus): boolean {
  return status === 'pending' || status === 'paid';
}

const size = z.string().check(z.minLength(1), z.maxLength(SIZE_MAX_LENGTH));
const sentBack = {
  orderId: DocumentIdSchema,
  units: z
    .array(z.extend(UnitsSchema, { exchangeSize: z.optional(size) }))
    .check(z.minLength(1), z.maxLength(CART_LINES_MAX)),
  reason: z.enum(RETURN_REASONS),
  outcome: z.enum(RETURN_OUTCOMES),
  /**
   * The number of the order's returns when these units were chosen: `aborted` if there are more
   * now, for example from another tab.
   */
  returns: z.int().check(z.gte(0)),
};

/** `requestReturn`: a shopper's request to send units back. */
export const RequestReturnRequestSchema = z.strictObject({
  ...sentBack,
  comment: z.optional(textSchema(1, 500)),
});
export type RequestReturnRequest = z.infer<typeof RequestReturnRequestSchema>;

const ofReturn = { orderId: DocumentIdSchema, number: z.int().check(z.gte(1)) };
const said = textSchema(1, 500);

/** `changeReturn`: staff's decision about a return. */
export const ChangeReturnRequestSchema = z.discriminatedUnion('action', [
  /**
   * Starts a return that was agreed on with the shopper, with instructions for sending the units.
   */
  z.strictObject({ action: z.literal('start'), ...sentBack, instructions: said }),
  /** `outcome`: replaces the exchange that was requested. */
  z.strictObject({
    action: z.literal('approve'),
    ...ofReturn,
    instructions: said,
    outcome: z.optional(z.enum(['credit', 'refund'])),
  }),
  z.strictObject({ action: z.literal('decline'), ...ofReturn, reason: said }),
  /** `units`: those that arrived; `restock`: whether they can be sold again. */
  z.strictObject({
    action: z.literal('receive'),
    ...ofReturn,
    units: z.array(UnitsSchema).check(z.minLength(1), z.maxLength(CART_LINES_MAX)),
    restock: z.boolean(),
  }),
  z.strictObject({ action: z.literal('close'), ...ofReturn, reason: said }),
]);
export type ChangeReturnRequest = z.infer<typeof ChangeReturnRequestSchema>;

/** Response of `requestReturn` and `changeReturn`. */
export interface ReturnResponse {
  readonly orderId: string;
  readonly number: number;
  /** The order for the other size, once the return was received. */
  readonly exchangeOrderId?: string;
  /** False while the payment provider has not accepted a refund, which is retried later. */
  readonly sent: boolean;
}
