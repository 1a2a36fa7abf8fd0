// Owns what happens around the checkout: it is kept in local storage, and a placed order is followed until the server
// has settled it, so that a paid order empties the cart even when the shopper closed the payment page.
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
  orderAsked,
  orderPlaced,
  placedOrderSettled,
  selectCheckout,
} from './checkout-slice.ts';

type RootWithCheckout = { readonly checkout: CheckoutState };

/** Registers the checkout's effects. `follow` is passed in so that tests own the orders. */
export function listenToCheckout(
  start: StartListening,
  follow: typeof subscribeToOrder = subscribeToOrder,
): void {
  start({
    matcher: isAnyOf(draftChanged, orderAsked, orderPlaced, placedOrderSettled, sessionStarted, sessionEnded),
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
          const waiting = selectCheckout(api.getState() as RootWithCheckout).placed;
          if (waiting?.orderId !== placed.orderId || order?.status === 'pending') return;
          api.dispatch(placedOrderSettled());
          if (order !== null && order.status !== 'cancelled' && order.status !== 'expired') {
            api.dispatch(orderPaid({ orderId: order.id, lines: placed.lines }));
          }
        },
        (problem) => console.warn('The placed order is not followed.', problem),
      ).catch((cause: unknown) => {
        console.warn('The placed order is not followed.', cause);
        return () => {};
      });
      await api.condition(isAnyOf(placedOrderSettled, sessionEnded)).catch(() => undefined);
      stop();
    },
  });
}
