// @vitest-environment jsdom
import { configureStore } from '@reduxjs/toolkit';
import { cleanup, render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { shopApi } from '../api/shop-api.ts';
import { checkoutSlice } from '../features/checkout/checkout-slice.ts';
import { sessionSlice, sessionStarted } from '../session/session-slice.ts';
import { Component as PaymentCancel } from './payment-cancel.tsx';

/** The order as it is read. */
const backend = vi.hoisted(() => ({ order: undefined as (() => Promise<unknown>) | undefined }));
vi.mock('../api/firestore-base-query.ts', () => ({
  firestoreBaseQuery: async () => ({ data: await backend.order?.() }),
}));
vi.mock('../firebase/sdk-client.ts', () => ({ subscribeToDocument: async () => () => {} }));

afterEach(cleanup);

function renderPage(order: () => Promise<unknown>, query = '?orderId=o1'): void {
  backend.order = order;
  const store = configureStore({
    reducer: {
      shopApi: shopApi.reducer,
      session: sessionSlice.reducer,
      checkout: checkoutSlice.reducer,
    },
    middleware: (defaults) => defaults().concat(shopApi.middleware),
  });
  store.dispatch(sessionStarted({ uid: 'u1', email: 'a@example.com', displayName: 'Ada' }));
  const router = createMemoryRouter([{ path: '*', element: <PaymentCancel /> }], {
    initialEntries: [`/payment/cancel${query}`],
  });
  render(
    <Provider store={store}>
      <RouterProvider router={router} />
    </Provider>,
  );
}

const heading = (name: string) => screen.findByRole('heading', { level: 1, name });

describe('the page after a payment that was not made', () => {
  it.each([
    ['once the order is read', async () => ({ id: 'o1', status: 'pending' })],
    ['while the order is not read yet', () => new Promise(() => {})],
  ])('says that the order waits for payment, with ways to pay and to see it, %s', async (_, order) => {
    renderPage(order);
    await heading('Your order is waiting for payment');
    expect(screen.getByRole('button', { name: 'Pay now' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'View order' }).getAttribute('href')).toContain('o1');
    expect(screen.getByText(/Nothing was charged/)).toBeTruthy();
  });

  it('does not say that a payment was canceled if its address names no order', async () => {
    renderPage(async () => null, '');
    await heading('No payment is open');
    expect(screen.getByRole('link', { name: 'Back to the cart' })).toBeTruthy();
  });

  it('offers no payment for an expired order', async () => {
    renderPage(async () => ({ id: 'o1', status: 'expired' }));
    await heading('Your payment was canceled');
    expect(screen.queryByRole('button', { name: 'Pay now' })).toBeNull();
  });

  it('offers no payment for a paid order', async () => {
    renderPage(async () => ({ id: 'o1', status: 'paid' }));
    await heading('This order has been paid');
    expect(screen.queryByRole('button', { name: 'Pay now' })).toBeNull();
    expect(screen.queryByText(/Nothing was charged/)).toBeNull();
  });
});
