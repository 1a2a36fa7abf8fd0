import { useEffect } from 'react';
import { useDispatch, useStore } from 'react-redux';
import { useLastOrderQuery } from '../../api/order-endpoints.ts';
import { type CheckoutState, orderPlaced, selectPlacedOrder } from './checkout-slice.ts';
import { syncCheckoutAcrossTabs } from './sync-checkout.ts';

/**
 * Finds the shopper's unpaid order, even from another tab or device. It is the newest one, because
 * each order replaces it.
 */
export function useFindUnpaidOrder(uid: string, { skip }: { readonly skip: boolean }): void {
  const dispatch = useDispatch();
  const store = useStore<{ checkout: CheckoutState }>();
  useEffect(() => syncCheckoutAcrossTabs(dispatch), [dispatch]);
  const { data: order } = useLastOrderQuery(uid, { skip });
  useEffect(() => {
    // Orders by staff are not replaced by the next one.
    if (order?.status !== 'pending' || order.isManual || selectPlacedOrder(store.getState()) !== null) return;
    dispatch(orderPlaced({ orderId: order.id, lines: order.lines }));
  }, [dispatch, store, order]);
}
