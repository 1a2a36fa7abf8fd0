// Requests of the callables by which the people of the shop change orders, apart from `updateOrder`
// (callables.ts).
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
 * `refundOrder`: refunds a part of an order's payment. All of it is a change of the status, by
 * `updateOrder`.
 */
export const RefundOrderRequestSchema = z.strictObject({
  orderId: DocumentIdSchema,
  /** In addition to what was refunded before. */
  amountCents: z.int().check(z.gte(1), z.lte(ORDER_TOTAL_CENTS_MAX)),
  /**
   * What `refundedSoFar` of the order was when the amount was chosen: `aborted` when it has changed
   * since, by another tab for instance.
   */
  refundedCents: z.int().check(z.gte(0), z.lte(ORDER_TOTAL_CENTS_MAX)),
  reason: textSchema(1, 500),
  /** All of it into the store credit. Absent: first to the card, then into the credit. */
  refundTo: z.optional(z.literal('credit')),
  /** The units that it is for; see `unitsRefundCents`. Each can be refunded once. */
  units: z.optional(z.array(UnitsSchema).check(z.maxLength(CART_LINES_MAX))),
  /** Units that go back into the stock. */
  restock: z.optional(z.array(UnitsSchema).check(z.maxLength(CART_LINES_MAX))),
});
export type RefundOrderRequest = z.infer<typeof RefundOrderRequestSchema>;

/**
 * Response of `refundOrder`; `sent` is false while the payment provider has not taken the refund,
 * which is then sent later.
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
 * orders/{id}/notes/{noteId}: what the people of the shop tell each other about an order. Shoppers
 * cannot read it.
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

/** The cents of a payment for an edit that are refunded or will be. */
export function addedRefundedSoFar(
  { paymentIntentId, refundedCents = 0 }: AddedPayment,
  { extraRefunds }: Pick<Refunds, 'extraRefunds'>,
): number {
  return Math.max(refundedCents, extraRefunds?.[paymentIntentId]?.amountCents ?? 0);
}

/**
 * The cents of an order's card payments that are refunded or will be: what the provider has
 * refunded, or what was decided here if that is more.
 */
export function cardRefundedSoFar(order: Refunds): number {
  const { addedPayments = [] } = order;
  return addedPayments.reduce(
    (sum, payment) => sum + addedRefundedSoFar(payment, order),
    mainRefundedSoFar(order),
  );
}

/** The same, of the payment with which the order was paid first. */
export function mainRefundedSoFar({
  refundedCents = 0,
  refund,
}: Pick<Refunds, 'refundedCents' | 'refund'>): number {
  return Math.max(refundedCents, refund?.amountCents ?? 0);
}

/** What was decided here to refund of an order's card payments. */
export function decidedRefundCents({ refund, addedPayments = [], extraRefunds }: Refunds): number {
  return addedPayments.reduce(
    (sum, { paymentIntentId }) => sum + (extraRefunds?.[paymentIntentId]?.amountCents ?? 0),
    refund?.amountCents ?? 0,
  );
}

/** Whether the refunds of an order's accepted payments, of which there is one, have been sent. */
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

/** The cents of an order that went back or will: by card, and into the store credit. */
export function refundedSoFar(order: Refunds & { readonly creditReturnedCents?: number }): number {
  return cardRefundedSoFar(order) + (order.creditReturnedCents ?? 0);
}

/** `correctAddress`: where an order goes, corrected by its shopper or by staff. */
export const CorrectAddressRequestSchema = z.strictObject({
  orderId: DocumentIdSchema,
  address: AddressSchema,
});
export type CorrectAddressRequest = z.infer<typeof CorrectAddressRequestSchema>;

/** Whether the address of an order of this status may be corrected: until it is packed. */
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
   * How many returns the order had when these units were chosen: `aborted` when it has more, by
   * another tab for instance.
   */
  returns: z.int().check(z.gte(0)),
};

/** `requestReturn`: the shopper asks to send units back. */
export const RequestReturnRequestSchema = z.strictObject({
  ...sentBack,
  comment: z.optional(textSchema(1, 500)),
});
export type RequestReturnRequest = z.infer<typeof RequestReturnRequestSchema>;

const ofReturn = { orderId: DocumentIdSchema, number: z.int().check(z.gte(1)) };
const said = textSchema(1, 500);

/** `changeReturn`: what the shop does with a return. */
export const ChangeReturnRequestSchema = z.discriminatedUnion('action', [
  /** A return that was agreed on with the shopper, who is told how to send the units. */
  z.strictObject({ action: z.literal('start'), ...sentBack, instructions: said }),
  /** `outcome`: something else than the exchange that was asked for. */
  z.strictObject({
    action: z.literal('approve'),
    ...ofReturn,
    instructions: said,
    outcome: z.optional(z.enum(['credit', 'refund'])),
  }),
  z.strictObject({ action: z.literal('decline'), ...ofReturn, reason: said }),
  /** `units`: those that came; `restock`: whether they can be sold again. */
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
  /** The order that has the other size, when it was received. */
  readonly exchangeOrderId?: string;
  /** False while the payment provider has not taken a refund, which is then sent later. */
  readonly sent: boolean;
}
