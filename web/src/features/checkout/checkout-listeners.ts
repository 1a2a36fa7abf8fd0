// Listeners that store the checkout and follow a placed order until its payment is decided, so that
// the next checkout is a new order even if the shopper closed the payment page.
import { isAnyOf } from '@reduxjs/toolkit';
import { orderApi } from '../../api/order-endpoints.ts';
import type { RootState } from '../../app/store.ts';
import type { StartListening } from '../../lib/listener-middleware.ts';
import { removeStored, writeStored } from '../../lib/safe-storage.ts';
import { sessionEnded, sessionStarted } from '../../session/session-slice.ts';
import {
  addressSavingChosen,
  CHECKOUT_KEY,
  checkoutLoaded,
  draftChanged,
  orderPlaced,
  orderSubmitted,
  placedOrderClosed,
  selectCheckout,
  stepConfirmed,
} from './checkout-slice.ts';

/** Registers the checkout's listeners. */
export function listenToCheckout(start: StartListening): void {
  start({
    matcher: isAnyOf(
      addressSavingChosen,
      draftChanged,
      stepConfirmed,
      orderSubmitted,
      orderPlaced,
      placedOrderClosed,
      sessionStarted,
      sessionEnded,
    ),
    effect: (_action, { getState }) => {
      const checkout = selectCheckout(getState());
      if (checkout.uid === null) removeStored(CHECKOUT_KEY);
      else writeStored(CHECKOUT_KEY, JSON.stringify(checkout));
    },
  });

  start({
    matcher: orderApi.endpoints.correctAddress.matchFulfilled,
    effect: ({ meta }, api) => {
      const { orderId, address } = meta.arg.originalArgs;
      const { line2 = '', region = '', postalCode = '', phone = '', ...others } = address;
      // The replacing order goes to the same address as the order.
      if (selectCheckout(api.getState()).placed?.orderId === orderId)
        api.dispatch(draftChanged({ ...others, line2, region, postalCode, phone }));
    },
  });

  start({
    predicate: (action, current, before) =>
      isAnyOf(orderPlaced, sessionStarted)(action) ||
      (checkoutLoaded.match(action) && selectCheckout(current).placed !== selectCheckout(before).placed),
    effect: async (_action, api) => {
      api.cancelActiveListeners();
      const { uid, placed, key: submitted } = selectCheckout(api.getState());
      if (uid === null || placed === null) return;
      const key = { uid, orderId: placed.orderId };
      const decided = (state: RootState) => {
        const order = orderApi.endpoints.order.select(key)(state).data;
        return order === undefined || order?.status === 'pending' ? undefined : { order };
      };
      const subscription = api.dispatch(orderApi.endpoints.order.initiate(key));
      try {
        await api.condition(
          (_next, state) => selectCheckout(state).placed !== placed || decided(state) !== undefined,
        );
      } finally {
        subscription.unsubscribe();
      }
      if (decided(api.getState()) === undefined) return;
      const now = selectCheckout(api.getState());
      // The replacing order has its own key, so its checkout continues.
      if (now.placed === placed && now.key?.value === submitted?.value) api.dispatch(placedOrderClosed());
    },
  });
}
