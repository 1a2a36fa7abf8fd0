// Owns what features need to hear of a purchase. Knows nothing of how it was made.
import { createAction } from '@reduxjs/toolkit';

/** A line as far as its identity and quantity go. */
export interface OrderedLine {
  readonly id: string;
  readonly size?: string;
  readonly quantity: number;
}

/** The server confirmed the payment of an order, for the first time in this browser. */
export const orderPaid = createAction<{ readonly orderId: string; readonly lines: readonly OrderedLine[] }>(
  'session/orderPaid',
);
