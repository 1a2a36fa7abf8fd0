// Documents of the order use cases; times are Dates here.
//   orders/{id}                the order, readable by its shopper
//   reservations/{orderId}     the reserved units; `released` is final, so units are released once
//   payments/{orderId}         the payment session, and the payment that was accepted
//   refunds/{paymentIntentId}  the refund outbox
//   webhookEvents/{eventId}    payment events that have been applied, for deduplication
import type { Order, OrderLine, TimelineEntry } from '@savepoint/model/order';

type StoredTimelineEntry = Omit<TimelineEntry, 'at'> & { readonly at: Date };

export type StoredOrder = Omit<Order, 'id' | 'timeline' | 'createdAt' | 'updatedAt' | 'expiresAt'> & {
  readonly timeline: readonly StoredTimelineEntry[];
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly expiresAt: Date;
};

export interface Reservation {
  readonly orderId: string;
  readonly lines: readonly Pick<OrderLine, 'id' | 'size' | 'quantity'>[];
  readonly state: 'held' | 'sold' | 'released';
  readonly expiresAt: Date;
}

export interface PaymentRecord {
  readonly sessionId?: string;
  readonly url?: string;
  /** The accepted payment; any other payment for the order is refunded. */
  readonly paymentIntentId?: string;
  readonly paidCents?: number;
}

export interface Refund {
  readonly orderId: string;
  readonly amountCents: number;
  readonly state: 'pending' | 'sent' | 'failed';
  readonly reason: string;
  readonly at: Date;
}

export const orderPath = (id: string) => `orders/${id}`;
export const reservationPath = (orderId: string) => `reservations/${orderId}`;
export const paymentPath = (orderId: string) => `payments/${orderId}`;
export const refundPath = (paymentIntentId: string) => `refunds/${paymentIntentId}`;
export const eventPath = (eventId: string) => `webhookEvents/${eventId}`;
export const productPath = (id: string) => `products/${id}`;
export const userPath = (uid: string) => `users/${uid}`;
