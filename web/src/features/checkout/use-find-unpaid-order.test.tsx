// @vitest-environment jsdom
import { configureStore } from '@reduxjs/toolkit';
import { act, cleanup, render, waitFor } from '@testing-library/react';
import { Provider } from 'react-redux';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { orderApi } from '../../api/order-endpoints.ts';
import { shopApi } from '../../api/shop-api.ts';
import { sessionSlice, sessionStarted } from '../../session/session-slice.ts';
import { checkoutSlice, orderPlaced, selectHeldLines, selectPlacedOrder } from './checkout-slice.ts';
import { useFindUnpaidOrder } from './use-find-unpaid-order.ts';

const backend = vi.hoisted(() => ({ orders: [] as object[] }));
vi.mock('../../api/firestore-base-query.ts', () => ({
  firestoreBaseQuery: async () => ({ data: backend.orders }),
}));

const LINE = { id: 'tee', name: 'Tee', image: '/tee.webp', price: 45, quantity: 1 };

function Page() {
  useFindUnpaidOrder('u1', { skip: false });
  return null;
}

/** A page of a shopper whose newest order is `order`, in a browser that has placed `placed`. */
function renderPage(order: object, placed?: string) {
  backend.orders = [order];
  const store = configureStore({
    reducer: {
      shopApi: shopApi.reducer,
      session: sessionSlice.reducer,
      checkout: checkoutSlice.reducer,
    },
    middleware: (defaults) => defaults().concat(shopApi.middleware),
  });
  store.dispatch(sessionStarted({ uid: 'u1', email: 'a@example.com', displayName: 'Ada' }));
  if (placed !== undefined) store.dispatch(orderPlaced({ orderId: placed, lines: [] }));
  render(
    <Provider store={store}>
      <Page />
    </Provider>,
  );
  return store;
}

beforeEach(() => localStorage.clear());
afterEach(cleanup);

it('an unpaid order from another device is found, with its reserved units', async () => {
  const store = renderPage({ id: 'o9', status: 'pending', lines: [LINE] });
  await waitFor(() => expect(selectPlacedOrder(store.getState())?.orderId).toBe('o9'));
  expect(selectHeldLines(store.getState())).toEqual([LINE]);
});

it.each([
  ['a paid order', { id: 'o9', status: 'paid', lines: [LINE] }, undefined, undefined],
  ['an order of staff', { id: 'o9', status: 'pending', isManual: true, lines: [LINE] }, undefined, undefined],
  ['another order than the one of this browser', { id: 'o9', status: 'pending', lines: [LINE] }, 'o1', 'o1'],
])('%s changes nothing', async (_what, order, placed, expected) => {
  const store = renderPage(order, placed);
  await waitFor(() =>
    expect(orderApi.endpoints.lastOrder.select('u1')(store.getState()).isSuccess).toBe(true),
  );
  await act(async () => {});
  expect(selectPlacedOrder(store.getState())?.orderId).toBe(expected);
});
