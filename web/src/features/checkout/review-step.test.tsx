// @vitest-environment jsdom
import { configureStore } from '@reduxjs/toolkit';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Provider } from 'react-redux';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { shopApi } from '../../api/shop-api.ts';
import { toastSlice } from '../../lib/toast-slice.ts';
import { sessionSlice, sessionStarted } from '../../session/session-slice.ts';
import { checkoutSlice, draftChanged, orderPlaced, selectPlacedOrder } from './checkout-slice.ts';
import { ReviewStep } from './review-step.tsx';

/** The requests and the outcome of createOrder. */
const backend = vi.hoisted(() => ({ sent: [] as unknown[], response: {} as object }));
vi.mock('../../api/firestore-base-query.ts', () => ({
  firestoreBaseQuery: async (request: { readonly op: string; readonly data?: unknown }) => {
    if (request.op !== 'call') return { data: null };
    backend.sent.push(request.data);
    return backend.response;
  },
}));

const LINE = { id: 'tee', name: 'Tee', image: '/tee.webp', price: 45, quantity: 1 };
const TOTALS = { subtotalCents: 4500, shippingCents: 599, taxCents: 0, totalCents: 5099 };

/** The review of an order by a shopper with the unpaid order `o1`. */
function renderReview(creditCents = 0, button = 'Pay $50.99') {
  const store = configureStore({
    reducer: {
      shopApi: shopApi.reducer,
      session: sessionSlice.reducer,
      checkout: checkoutSlice.reducer,
      toast: toastSlice.reducer,
    },
    middleware: (defaults) => defaults().concat(shopApi.middleware),
  });
  store.dispatch(sessionStarted({ uid: 'u1', email: 'a@example.com', displayName: 'Ada' }));
  store.dispatch(
    draftChanged({
      name: 'Ada',
      line1: '1 Road',
      city: 'Town',
      postalCode: '90210',
      region: 'CA',
      country: 'US',
    }),
  );
  store.dispatch(orderPlaced({ orderId: 'o1', lines: [LINE] }));
  const step = (
    <ReviewStep
      lines={[LINE]}
      cartVersion={3}
      delivery="standard"
      totals={TOTALS}
      creditCents={creditCents}
      code={undefined}
      isTotalLoading={false}
      savedAddresses={[]}
      decisions={undefined}
      onTotalChanged={() => {}}
      onCodeRefused={() => {}}
      onOrdered={() => {}}
    />
  );
  const router = createMemoryRouter([
    { path: '/', element: step },
    { path: '*', element: <p>Another page</p> },
  ]);
  render(
    <Provider store={store}>
      <RouterProvider router={router} />
    </Provider>,
  );
  fireEvent.click(screen.getByRole('button', { name: button }));
  return { store, path: () => router.state.location.pathname };
}

beforeEach(() => {
  localStorage.clear();
  backend.sent.length = 0;
});
afterEach(cleanup);

it('an order names its version of the cart, and replaces the one that waits for payment', async () => {
  backend.response = { data: { orderId: 'o2', totalCents: 5099 } };
  const { store, path } = renderReview();
  await waitFor(() => expect(path()).toContain('o2'));
  expect(backend.sent).toMatchObject([{ cartVersion: 3, delivery: 'standard' }]);
  expect(selectPlacedOrder(store.getState())).toEqual({ orderId: 'o2', lines: [LINE] });
});

it('an order leads to the one that it would replace if that was paid meanwhile', async () => {
  backend.response = {
    error: { code: 'failed-precondition', message: 'Paid.', details: { reason: 'already-paid' } },
  };
  const { store, path } = renderReview();
  await waitFor(() => expect(path()).toContain('o1'));
  expect(selectPlacedOrder(store.getState())).toBeNull();
  expect(JSON.stringify(store.getState().toast)).toContain('You have already paid for this order');
});

it.each([
  [2000, 'Pay $30.99'],
  [5099, 'Place order'],
])('an order with %i cents of store credit is placed by the button %s', async (creditCents, button) => {
  backend.response = { data: { orderId: 'o2', totalCents: 5099 } };
  const { path } = renderReview(creditCents, button);
  await waitFor(() => expect(path()).toContain('o2'));
  expect(backend.sent).toMatchObject([{ creditCents, expectedTotalCents: 5099 }]);
});
