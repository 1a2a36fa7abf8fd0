// Listeners that store the checkout and follow a placed order until its payment is decided, so that a paid order
// empties the cart even when the shopper closed the payment page.
import { isAnyOf } from '@reduxjs/toolkit';
import { subscribeToOrder } from '../../api/order-endpoints.ts';
import type { StartListening } from '../../lib/listener-middleware.ts';
import { removeStored, writeStored } from '../../lib/safe-storage.ts';
import { orderPaid } from '../../session/order-events.ts';
import { sessionEnded, sessionStarted } from '../../session/session-slice.ts';
import {
  CHECKOUT_KEY,
  type CheckoutState,
  draftChanged,
  orderPlaced,
  orderSubmitted,
  placedOrderClosed,
  selectCheckout,
} from './checkout-slice.ts';

type RootWithCheckout = { readonly checkout: CheckoutState };

/** Registers the checkout's listeners. `follow` subscribes to an order; tests pass their own. */
export function listenToCheckout(
  start: StartListening,
  follow: typeof subscribeToOrder = subscribeToOrder,
): void {
  start({
    matcher: isAnyOf(
      draftChanged,
      orderSubmitted,
      orderPlaced,
      placedOrderClosed,
      sessionStarted,
      sessionEnded,
    ),
    effect: (_action, { getState }) => {
      const checkout = selectCheckout(getState() as RootWithCheckout);
      if (checkout.uid === null) removeStored(CHECKOUT_KEY);
      else writeStored(CHECKOUT_KEY, JSON.stringify(checkout));
    },
  });

  start({
    matcher: isAnyOf(orderPlaced, sessionStarted),
    effect: async (_action, api) => {
      api.cancelActiveListeners();
      const { placed } = selectCheckout(api.getState() as RootWithCheckout);
      if (placed === null) return;
      const stop = await follow(
        placed.orderId,
        (order) => {
          const current = selectCheckout(api.getState() as RootWithCheckout).placed;
          if (current?.orderId !== placed.orderId || order?.status === 'pending') return;
          api.dispatch(placedOrderClosed());
          if (order !== null && order.status !== 'cancelled' && order.status !== 'expired') {
            api.dispatch(orderPaid({ orderId: order.id, lines: placed.lines }));
          }
        },
        (error) => console.warn('The placed order cannot be followed.', error),
      ).catch((cause: unknown) => {
        console.warn('The placed order cannot be followed.', cause);
        return () => {};
      });
      await api.condition(isAnyOf(placedOrderClosed, sessionEnded)).catch(() => undefined);
      stop();
    },
  });
}
