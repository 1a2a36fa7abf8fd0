import * as z from 'zod/mini';
import { AddressSchema } from './address.ts';
import { DocumentIdSchema } from './document-id.ts';
import type { Edition } from './edition.ts';
import type { AppliedPromotion } from './evaluate-promotions.ts';
import { CART_LINES_MAX, QUANTITY_MAX } from './limits.ts';
import { ORDER_TOTAL_CENTS_MAX } from './order-limits.ts';
import type { ORDER_STATUSES } from './order-status.ts';
import { textSchema } from './plain-text.ts';
import { PromotionCodeSchema } from './promotion.ts';
import type { OpenReturnState, ReturnOutcome, ReturnReason, ReturnState } from './return-status.ts';
import type { StaffDiscount } from './staff-discount.ts';

/** Request of `createOrder`. It has no prices: the server reads them. */
export const CreateOrderRequestSchema = z.strictObject({
  lines: z
    .array(
      z.strictObject({
        productId: DocumentIdSchema,
        size: z.optional(z.string().check(z.minLength(1), z.maxLength(20))),
        quantity: z.int().check(z.gte(1), z.lte(QUANTITY_MAX)),
      }),
    )
    .check(z.minLength(1), z.maxLength(CART_LINES_MAX)),
  address: AddressSchema,
  delivery: z.enum(['standard', 'express']),
  note: z.optional(textSchema(0, 500)),
  /** A promotion code, in any spelling. An order to which it does not apply is rejected. */
  code: z.optional(PromotionCodeSchema),
  /**
   * The total that the shopper agreed to, in cents. If the total differs, the order is rejected;
   * without it, the server's total is charged.
   */
  expectedTotalCents: z.optional(z.int().check(z.gte(0), z.lte(ORDER_TOTAL_CENTS_MAX))),
  /**
   * The part of the total that store credit pays, as the shopper agreed. The order is rejected if
   * the account has less.
   */
  creditCents: z.optional(z.int().check(z.gte(1), z.lte(ORDER_TOTAL_CENTS_MAX))),
  /**
   * The ordered version of the account's cart: the number of its paid orders. An order of an older
   * version is rejected, because its items may already be paid. Without it, the current cart counts
   * as agreed to.
   */
  cartVersion: z.optional(z.int().check(z.gte(0))),
  /** Consent to analytics: the order then completes a funnel. */
  isMeasured: z.optional(z.boolean()),
  /** Generated once per checkout; the same key always returns the same order. */
  idempotencyKey: z.string().check(z.regex(/^[A-Za-z0-9_-]{16,64}$/)),
});
/** The third step of the checkout: the delivery method and a note. */
export const DeliveryChoiceSchema = z.pick(CreateOrderRequestSchema, { delivery: true, note: true });
export type CreateOrderRequest = z.infer<typeof CreateOrderRequestSchema>;

/**
 * Response of `createOrder`. `paymentUrl` is the hosted payment page; absent when payments are
 * disabled.
 */
export interface CreateOrderResponse {
  readonly orderId: string;
  readonly totalCents: number;
  readonly paymentUrl?: string;
}

/**
 * A line of an order: a copy of the product's fields, so that later edits do not change what was
 * bought.
 */
export interface OrderLine {
  readonly id: string;
  readonly size?: string;
  readonly name: string;
  /** The size's SKU. */
  readonly sku?: string;
  readonly image: string;
  /** Dollars, at the time of the order. */
  readonly price: number;
  readonly quantity: number;
  /** The discount on all units together. */
  readonly discountCents?: number;
  /** The weight of a unit, if the product specifies it. */
  readonly grams?: number;
  /** For customs, if the product specifies it. */
  readonly hsCode?: string;
  readonly origin?: string;
  /** The numbers of a limited edition. */
  readonly edition?: Edition;
}

export type OrderStatus = (typeof ORDER_STATUSES)[number];

/** One status change of an order. */
export interface TimelineEntry {
  readonly status: OrderStatus;
  /** ISO time; a Firestore timestamp in the document. */
  readonly at: string;
  readonly actor: 'shopper' | 'admin' | 'payment' | 'system';
  readonly reason?: string;
  /** Whether the units were restocked, if staff decided. */
  readonly restocked?: boolean;
}

/** Units of a line of an order. */
export interface OrderUnits {
  readonly id: string;
  readonly size?: string | undefined;
  readonly quantity: number;
}

/** A partial refund as decided by staff; `OrderRefund` tracks the money. */
export interface PartialRefund {
  /** ISO time; a Firestore timestamp in the document. */
  readonly at: string;
  readonly amountCents: number;
  /** The part that went to store credit. */
  readonly creditCents?: number;
  readonly reason: string;
  /** The refunded units; absent if the refund is for none in particular. */
  readonly refunded?: readonly OrderUnits[];
  /** Units that were restocked. */
  readonly units?: readonly OrderUnits[];
  /** The number of the return that it is for; the return has its own history. */
  readonly returnNumber?: number;
}

/** Returned units of a line. */
export interface ReturnedUnits extends OrderUnits {
  /** The size to exchange them for. */
  readonly exchangeSize?: string | undefined;
}

/** One change of the state of a return. */
export interface ReturnEvent {
  readonly state: ReturnState;
  /** ISO time; a Firestore timestamp in the document. */
  readonly at: string;
  readonly actor: 'shopper' | 'admin';
  /** The shopper's comment, the instructions of an approval, or the reason for a decision. */
  readonly text?: string;
}

/** Units of an order that the shopper sends back. */
export interface OrderReturn {
  /** The number of the return within its order, from 1. */
  readonly number: number;
  readonly state: ReturnState;
  /** Once received, those that arrived. */
  readonly units: readonly ReturnedUnits[];
  readonly reason: ReturnReason;
  readonly outcome: ReturnOutcome;
  readonly events: readonly ReturnEvent[];
  /** The value of the units, once received. */
  readonly valueCents?: number;
  readonly restocked?: boolean;
  /** The order for the other size. */
  readonly exchangeOrderId?: string;
}

/** A corrected address of an order; the previous one is not kept. */
export interface AddressCorrection {
  /** ISO time; a Firestore timestamp in the document. */
  readonly at: string;
  readonly actor: 'shopper' | 'admin';
}

/** The units of a line before and after an edit. */
export interface LineChange extends Pick<OrderLine, 'id' | 'size' | 'name'> {
  readonly before: number;
  readonly after: number;
}

/** An edit of an order by staff. */
export interface OrderEdit {
  /** The id of the request. */
  readonly id: string;
  /** ISO time; a Firestore timestamp in the document. */
  readonly at: string;
  readonly lines: readonly LineChange[];
  /** The order's total before and after. */
  readonly beforeCents: number;
  readonly afterCents: number;
  /** The shop's explanation to the customer. */
  readonly reason?: string;
}

/** An edit that makes an order more expensive: it takes effect when the difference is paid. */
export interface PendingEdit extends OrderEdit {
  /** ISO time; a Firestore timestamp in the document. */
  readonly expiresAt: string;
  /** Absent until the payment page is open. */
  readonly paymentUrl?: string;
}

/** A card payment for an edit. */
export interface AddedPayment {
  readonly paymentIntentId: string;
  readonly cents: number;
  /** The amount that the provider has refunded. */
  readonly refundedCents?: number;
}

/** The refund of a payment, as shown in its order. */
export interface OrderRefund {
  /** `failed` is sent again at `nextAttemptAt`. */
  readonly state: 'pending' | 'failed' | 'sent';
  /**
   * The total refund of the payment: all of it, or the sum of the parts. It includes earlier manual
   * refunds.
   */
  readonly amountCents: number;
  readonly reason: string;
  readonly attempts: number;
  /** Absent once sent. */
  readonly nextAttemptAt?: string;
  /** The provider's code for the last failure. */
  readonly failure?: string;
  /** When it was first sent; it may have failed since. */
  readonly sentAt?: string;
}

/** Why an unpaid order could not be expired, and when to retry. */
export interface ExpiryFailure {
  readonly attempts: number;
  readonly nextAttemptAt: string;
  readonly failure: string;
}

/** orders/{id} as clients read it (specification, sections 3 and 4); timestamps are ISO strings. */
export interface Order {
  readonly id: string;
  readonly userId: string;
  readonly email?: string;
  readonly lines: readonly OrderLine[];
  /** Distinct product ids of `lines`, for queries. */
  readonly productIds?: readonly string[];
  readonly address: z.infer<typeof AddressSchema>;
  readonly delivery: 'standard' | 'express';
  /** The promised delivery time; absent for older orders. */
  readonly workingDays?: { readonly min: number; readonly max: number };
  /** The total weight of the items; absent for older orders. */
  readonly grams?: number;
  readonly note?: string;
  /** The promotions that apply. */
  readonly promotions?: readonly AppliedPromotion[];
  readonly subtotalCents: number;
  /** The sum of the lines' discounts. */
  readonly discountCents?: number;
  readonly shippingCents: number;
  readonly taxCents: number;
  readonly totalCents: number;
  /** The part of the total that store credit pays. */
  readonly creditCents?: number;
  /** The amount that went to store credit when the order ended or was refunded. */
  readonly creditReturnedCents?: number;
  readonly currency: string;
  readonly status: OrderStatus;
  readonly timeline: readonly TimelineEntry[];
  readonly createdAt: string;
  readonly updatedAt?: string;
  /** When the reservation of an unpaid order expires. */
  readonly expiresAt?: string;
  readonly trackingUrl?: string;
  /** True if staff placed it for the customer. */
  readonly isManual?: boolean;
  /** True if the customer had no account; `userId` is then a placeholder. */
  readonly isGuest?: boolean;
  /** A discount by staff. */
  readonly staffDiscount?: StaffDiscount;
  /** The payment page of an unpaid order by staff. */
  readonly paymentUrl?: string;
  /** The external payment method, for orders that were not paid here. */
  readonly paidBy?: string;
  /** Staff's note on the packing slip. */
  readonly packingNote?: string;
  readonly edits?: readonly OrderEdit[];
  /**
   * An edit that waits for its payment; the order cannot be packed meanwhile. Null when it has
   * ended.
   */
  readonly pendingEdit?: PendingEdit | null;
  /** The total of card payments; absent unless an edit made it differ from `dueCents`. */
  readonly paidCents?: number;
  readonly addedPayments?: readonly AddedPayment[];
  /** True if the shopper consented to analytics. */
  readonly isMeasured?: boolean;
  /** The refunded amount of the order's payment, through the shop or the provider's dashboard. */
  readonly refundedCents?: number;
  /** The refund of the order's payment; absent while none is required. */
  readonly refund?: OrderRefund;
  /** In the order of decision. */
  readonly partialRefunds?: readonly PartialRefund[];
  readonly addressCorrections?: readonly AddressCorrection[];
  /**
   * Refunds of other payments for this order, by payment intent: payments for edits, and payments
   * that were not accepted (duplicates, wrong amounts).
   */
  readonly extraRefunds?: Readonly<Record<string, OrderRefund>>;
  readonly expiryFailure?: ExpiryFailure;
  /** In the order of request. */
  readonly returns?: readonly OrderReturn[];
  /** The next action for the returns: decide, or wait for a parcel. Null for none. */
  readonly openReturn?: OpenReturnState | null;
  /** The return that this exchange order belongs to. */
  readonly exchangeOf?: { readonly orderId: string; readonly number: number };
  /** Units restocked by partial refunds and returns. */
  readonly restocked?: readonly (OrderUnits & {
    /** The order's status at that time; see `unitsToSend`. */
    readonly status?: OrderStatus;
  })[];
  /** True while a failed refund or expiry is being retried; see `hasFailures`. */
  readonly needsAttention?: boolean;
  /** Terms for searching; see `orderSearchTerms`. */
  readonly searchTerms?: readonly string[];
}

/** True while a failed refund or expiry of an order is being retried. */
export function hasFailures(order: {
  readonly status: OrderStatus;
  readonly refund?: Pick<OrderRefund, 'state'>;
  readonly extraRefunds?: Readonly<Record<string, Pick<OrderRefund, 'state'>>>;
  readonly expiryFailure?: unknown;
}): boolean {
  const refunds = [order.refund, ...Object.values(order.extraRefunds ?? {})];
  return (
    refunds.some((refund) => refund?.state === 'failed') ||
    (order.status === 'pending' && order.expiryFailure !== undefined)
  );
}
