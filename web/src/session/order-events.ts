// Events about orders that several features listen to, so that they need not import each other.
import { createAction } from '@reduxjs/toolkit';

/** The identity and quantity of a line item. */
export interface OrderedLine {
  readonly id: string;
  readonly size?: string;
  readonly quantity: number;
}

/** The server confirmed the payment of an order, for the first time in this browser. */
export const orderPaid = createAction<{ readonly orderId: string; readonly lines: readonly OrderedLine[] }>(
  'session/orderPaid',
);
