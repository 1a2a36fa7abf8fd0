// Documents of the order use cases; times are Dates here.
//   orders/{id}                the order, readable by its shopper
//   reservations/{orderId}     the reserved units; `released` is final, so units are released once
//   orderEdits/{orderId}       an edit that waits for its payment
//   payments/{orderId}         the payment session, and the payment that was accepted
//   refunds/{paymentIntentId}  the refund outbox
//   webhookEvents/{eventId}    payment events that have been applied, for deduplication
import { createHash } from 'node:crypto';
import type {
  AddressCorrection,
  ExpiryFailure,
  Order,
  OrderEdit,
  OrderLine,
  OrderRefund,
  OrderReturn,
  PartialRefund,
  PendingEdit,
  ReturnEvent,
  TimelineEntry,
} from '@savepoint/model/order';
import type { PromotionClaim } from '../promotions/promotion-uses.ts';

type StoredPartialRefund = Omit<PartialRefund, 'at'> & { readonly at: Date };
type StoredAddressCorrection = Omit<AddressCorrection, 'at'> & { readonly at: Date };
type StoredEdit = Omit<OrderEdit, 'at'> & { readonly at: Date };
type StoredPendingEdit = Omit<PendingEdit, 'at' | 'expiresAt'> & {
  readonly at: Date;
  readonly expiresAt: Date;
};
export type StoredReturn = Omit<OrderReturn, 'events'> & {
  readonly events: readonly (Omit<ReturnEvent, 'at'> & { readonly at: Date })[];
};
type StoredTimelineEntry = Omit<TimelineEntry, 'at'> & { readonly at: Date };

export type StoredOrderRefund = Omit<OrderRefund, 'nextAttemptAt' | 'sentAt'> & {
  readonly nextAttemptAt?: Date;
  readonly sentAt?: Date;
};

export type StoredOrder = Omit<
  Order,
  | 'id'
  | 'timeline'
  | 'partialRefunds'
  | 'returns'
  | 'addressCorrections'
  | 'edits'
  | 'pendingEdit'
  | 'createdAt'
  | 'updatedAt'
  | 'expiresAt'
  | 'refund'
  | 'extraRefunds'
  | 'expiryFailure'
> & {
  readonly timeline: readonly StoredTimelineEntry[];
  readonly partialRefunds?: readonly StoredPartialRefund[];
  readonly returns?: readonly StoredReturn[];
  readonly addressCorrections?: readonly StoredAddressCorrection[];
  readonly edits?: readonly StoredEdit[];
  readonly pendingEdit?: StoredPendingEdit | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly expiresAt: Date;
  readonly refund?: StoredOrderRefund;
  readonly extraRefunds?: Readonly<Record<string, StoredOrderRefund>>;
  readonly expiryFailure?: Omit<ExpiryFailure, 'nextAttemptAt'> & { readonly nextAttemptAt: Date };
};

export interface Reservation {
  readonly orderId: string;
  readonly lines: readonly (Pick<OrderLine, 'id' | 'quantity'> & { readonly size?: string | undefined })[];
  /** The order's claims on promotions. */
  readonly claims?: readonly PromotionClaim[];
  readonly state: 'held' | 'sold' | 'released';
  readonly expiresAt: Date;
  /** Attempts to expire the order so far. */
  readonly attempts: number;
  /** When to expire the order: at `expiresAt`, or later after a failed attempt. */
  readonly nextAttemptAt: Date;
}

/** orderEdits/{orderId}: an edit that waits for its payment, and its reserved units. */
export interface EditRecord {
  readonly editId: string;
  readonly state: 'open';
  /** The fields of the order that the edit changes. */
  readonly changed: Partial<StoredOrder> & Pick<StoredOrder, 'lines' | 'totalCents'>;
  /** All units of the order after the edit. */
  readonly reserved: Reservation['lines'];
  readonly claims: readonly PromotionClaim[];
  /** Taken for the edit, and returned if it is not applied. */
  readonly taken: {
    readonly units: Reservation['lines'];
    readonly claims: readonly PromotionClaim[];
  };
  /** Returned when the edit is applied. */
  readonly given: {
    readonly units: Reservation['lines'];
    readonly claims: readonly PromotionClaim[];
  };
  readonly sessionId?: string;
  /** Attempts to end it so far. */
  readonly attempts: number;
  readonly nextAttemptAt: Date;
}

/** A payment record; the roles that refund may read it (firestore.rules). */
export interface PaymentRecord {
  readonly sessionId?: string;
  readonly url?: string;
  /**
   * A session that a newer order is closing. Its expiry does not expire the order, which is being
   * replaced.
   */
  readonly closingSessionId?: string;
  /** The accepted payment; any other payment for the order is refunded. */
  readonly paymentIntentId?: string;
  readonly paidCents?: number;
  /** Refunds by payment intent whose events arrived before the event of their payment. */
  readonly earlyRefunds?: Readonly<Record<string, number>>;
}

export interface Refund {
  readonly orderId: string;
  /** The total refund of the payment. The outbox sends what the provider has not refunded yet. */
  readonly amountCents: number;
  /** `sent` becomes `pending` again if the refund fails later. */
  readonly state: 'pending' | 'sent';
  readonly reason: string;
  readonly at: Date;
  /** Attempts to send it so far; never reset, because it is part of the idempotency key. */
  readonly attempts: number;
  /** Absent once sent. */
  readonly nextAttemptAt?: Date;
  /** The provider's code for the last failure. */
  readonly failure?: string;
  /** When it was first sent. */
  readonly sentAt?: Date;
}

/** A substitute uid for a customer without an account for whom staff place an order. */
export const guestId = (email: string) =>
  `guest-${createHash('sha256').update(email.toLowerCase()).digest('hex').slice(0, 32)}`;

export const orderPath = (id: string) => `orders/${id}`;
export const reservationPath = (orderId: string) => `reservations/${orderId}`;
export const editPath = (orderId: string) => `orderEdits/${orderId}`;
export const paymentPath = (orderId: string) => `payments/${orderId}`;
export const refundPath = (paymentIntentId: string) => `refunds/${paymentIntentId}`;
export const eventPath = (eventId: string) => `webhookEvents/${eventId}`;
export const userPath = (uid: string) => `users/${uid}`;
