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
  /** A promotion's, in any spelling. An order to which it does not apply is refused. */
  code: z.optional(PromotionCodeSchema),
  /**
   * The total that the shopper has agreed to, in cents. An order of another total is refused;
   * without it, the server's is taken.
   */
  expectedTotalCents: z.optional(z.int().check(z.gte(0), z.lte(ORDER_TOTAL_CENTS_MAX))),
  /**
   * What of the total store credit pays, as the shopper has agreed to it. An order for which the
   * account has less is refused.
   */
  creditCents: z.optional(z.int().check(z.gte(1), z.lte(ORDER_TOTAL_CENTS_MAX))),
  /**
   * The version of the account's cart that is ordered: how many of its orders have been paid. An
   * order of an older one is refused, as what it asks for may be paid already. Without it, whatever
   * the cart has since become is taken as agreed to.
   */
  cartVersion: z.optional(z.int().check(z.gte(0))),
  /** Whether the shopper agreed to be measured: then the order is the end of a funnel. */
  isMeasured: z.optional(z.boolean()),
  /** Generated once per checkout; the same key always returns the same order. */
  idempotencyKey: z.string().check(z.regex(/^[A-Za-z0-9_-]{16,64}$/)),
});
/** How an order travels, and the note for it: what the third step of the checkout asks for. */
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
  /** Of the size. */
  readonly sku?: string;
  readonly image: string;
  /** Dollars, at the time of the order. */
  readonly price: number;
  readonly quantity: number;
  /** Taken off all units together; absent when nothing is. */
  readonly discountCents?: number;
  /** What a unit weighs, where the product says it. */
  readonly grams?: number;
  /** For customs, where the product says it. */
  readonly hsCode?: string;
  readonly origin?: string;
  /** Which units of a limited edition they are. */
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
  /** Whether the units went back into the stock, where the shop decided about it. */
  readonly restocked?: boolean;
}

/** Units of a line of an order. */
export interface OrderUnits {
  readonly id: string;
  readonly size?: string | undefined;
  readonly quantity: number;
}

/** A partial refund: a decision of the shop, whose money `OrderRefund` follows. */
export interface PartialRefund {
  /** ISO time; a Firestore timestamp in the document. */
  readonly at: string;
  readonly amountCents: number;
  /** The part of it that went into the store credit; absent for none. */
  readonly creditCents?: number;
  readonly reason: string;
  /** The units whose price it returns; absent when it is for none in particular. */
  readonly refunded?: readonly OrderUnits[];
  /** Units that went back into the stock with it. */
  readonly units?: readonly OrderUnits[];
  /** The number of the return that it is for; its history says more. */
  readonly returnNumber?: number;
}

/** Units of a line that are sent back. */
export interface ReturnedUnits extends OrderUnits {
  /** The size that they are exchanged for. */
  readonly exchangeSize?: string | undefined;
}

/** One change of the state of a return. */
export interface ReturnEvent {
  readonly state: ReturnState;
  /** ISO time; a Firestore timestamp in the document. */
  readonly at: string;
  readonly actor: 'shopper' | 'admin';
  /** The shopper's comment, the instructions of an approval, or the reason of a decision. */
  readonly text?: string;
}

/** Units of an order that its shopper sends back. */
export interface OrderReturn {
  /** Counts the returns of the order from 1. */
  readonly number: number;
  readonly state: ReturnState;
  /** Those that came, once it is received. */
  readonly units: readonly ReturnedUnits[];
  readonly reason: ReturnReason;
  readonly outcome: ReturnOutcome;
  readonly events: readonly ReturnEvent[];
  /** What the units were worth as they came back. */
  readonly valueCents?: number;
  /** Whether they went back into the stock. */
  readonly restocked?: boolean;
  /** The order that has the other size. */
  readonly exchangeOrderId?: string;
}

/** That the address of an order was corrected; what it was before is not kept. */
export interface AddressCorrection {
  /** ISO time; a Firestore timestamp in the document. */
  readonly at: string;
  readonly actor: 'shopper' | 'admin';
}

/** How many units of a line an order had before an edit, and has after it. */
export interface LineChange extends Pick<OrderLine, 'id' | 'size' | 'name'> {
  readonly before: number;
  readonly after: number;
}

/** That staff changed what is in an order. */
export interface OrderEdit {
  /** Of the request that made it. */
  readonly id: string;
  /** ISO time; a Firestore timestamp in the document. */
  readonly at: string;
  readonly lines: readonly LineChange[];
  /** What the order cost before and after. */
  readonly beforeCents: number;
  readonly afterCents: number;
  /** What the shop says about it to the customer. */
  readonly reason?: string;
}

/** An edit that makes an order dearer: it is made when the difference is paid. */
export interface PendingEdit extends OrderEdit {
  /** ISO time; a Firestore timestamp in the document. */
  readonly expiresAt: string;
  /** Absent until the payment page is open. */
  readonly paymentUrl?: string;
}

/** What a card has paid for an edit. */
export interface AddedPayment {
  readonly paymentIntentId: string;
  readonly cents: number;
  /** What the provider has refunded of it. */
  readonly refundedCents?: number;
}

/** The refund of a payment, as its order shows it. */
export interface OrderRefund {
  /** `failed` is sent again at `nextAttemptAt`. */
  readonly state: 'pending' | 'failed' | 'sent';
  /**
   * How much of the payment is refunded in all: the whole, or the parts so far. What was refunded
   * by hand before counts towards it.
   */
  readonly amountCents: number;
  readonly reason: string;
  readonly attempts: number;
  /** Absent when it is sent. */
  readonly nextAttemptAt?: string;
  /** The provider's code of the last failure. */
  readonly failure?: string;
  /** When it was sent for the first time; it may have failed since. */
  readonly sentAt?: string;
}

/** Why an unpaid order could not be expired, and when that is tried again. */
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
  /** How long that was said to take when it was ordered; absent for older orders. */
  readonly workingDays?: { readonly min: number; readonly max: number };
  /** What the items weigh together; absent for older orders. */
  readonly grams?: number;
  readonly note?: string;
  /** The promotions that apply; absent without one. */
  readonly promotions?: readonly AppliedPromotion[];
  readonly subtotalCents: number;
  /** The sum of the lines' discounts; absent when nothing is taken off. */
  readonly discountCents?: number;
  readonly shippingCents: number;
  readonly taxCents: number;
  readonly totalCents: number;
  /** What of the total store credit pays; absent for none. */
  readonly creditCents?: number;
  /** What went back into the store credit, as the order ended or was refunded. */
  readonly creditReturnedCents?: number;
  readonly currency: string;
  readonly status: OrderStatus;
  readonly timeline: readonly TimelineEntry[];
  readonly createdAt: string;
  readonly updatedAt?: string;
  /** When the reservation of an unpaid order expires. */
  readonly expiresAt?: string;
  readonly trackingUrl?: string;
  /** Whether staff has made it for the customer; absent for no. */
  readonly isManual?: boolean;
  /** Whether its customer had no account; `userId` is nobody's then. */
  readonly isGuest?: boolean;
  /** What staff has taken off. */
  readonly staffDiscount?: StaffDiscount;
  /** Where an unpaid order of staff is paid. */
  readonly paymentUrl?: string;
  /** How an order was paid that was not paid here. */
  readonly paidBy?: string;
  /** What staff has written on the packing slip. */
  readonly packingNote?: string;
  /** In their order. */
  readonly edits?: readonly OrderEdit[];
  /** Waits for its payment; until then the order cannot be packed. Null when it has ended. */
  readonly pendingEdit?: PendingEdit | null;
  /** What cards have paid in all; absent until an edit makes it another sum than `dueCents`. */
  readonly paidCents?: number;
  /** In their order. */
  readonly addedPayments?: readonly AddedPayment[];
  /** Whether the shopper had agreed to be measured; absent for no. */
  readonly isMeasured?: boolean;
  /** What the provider has refunded of the order's payment, here or in its dashboard. */
  readonly refundedCents?: number;
  /** The refund of the order's payment; absent while none is required. */
  readonly refund?: OrderRefund;
  /** In the order in which they were decided. */
  readonly partialRefunds?: readonly PartialRefund[];
  /** In their order. */
  readonly addressCorrections?: readonly AddressCorrection[];
  /**
   * Refunds of other payments for this order, by payment intent: those for edits, and those that
   * were not accepted (paid twice, another amount).
   */
  readonly extraRefunds?: Readonly<Record<string, OrderRefund>>;
  readonly expiryFailure?: ExpiryFailure;
  /** In the order in which they were requested. */
  readonly returns?: readonly OrderReturn[];
  /** What is to be done next about the returns: to decide, or to wait for a parcel. */
  readonly openReturn?: OpenReturnState | null;
  /** The return for which this order has the other size. */
  readonly exchangeOf?: { readonly orderId: string; readonly number: number };
  /** Units that went back into the stock with partial refunds and returns. */
  readonly restocked?: readonly (OrderUnits & {
    /** The order's status at that time; see `unitsToSend`. */
    readonly status?: OrderStatus;
  })[];
  /** Whether a refund or the expiry has failed and is attempted again; `hasFailures` says when. */
  readonly needsAttention?: boolean;
  /** What the order is found by; see `orderSearchTerms`. */
  readonly searchTerms?: readonly string[];
}

/** Whether a refund or the expiry of an order has failed and is attempted again. */
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
