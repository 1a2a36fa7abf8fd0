// Owns what the order use cases keep in Firestore beside the order, and at which paths. Times are Dates here.
//   orders/{id}                the order, readable by its shopper
//   reservations/{orderId}     the units it holds; `released` is final, so units go back once
//   payments/{orderId}         the hosted payment page and the payment that counted
//   refunds/{paymentIntentId}  money to send back: written with the change that owes it, sent afterwards
//   webhookEvents/{eventId}    events that have been applied
import type { Order, OrderLine, TimelineEntry } from '@savepoint/model/order';

export type StoredTimelineEntry = Omit<TimelineEntry, 'at'> & { readonly at: Date };

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
  /** The payment that counted; another one for the same order is sent back. */
  readonly paymentIntentId?: string;
  readonly paidCents?: number;
}

export interface Refund {
  readonly orderId: string;
  readonly amountCents: number;
  readonly state: 'owed' | 'sent' | 'failed';
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
