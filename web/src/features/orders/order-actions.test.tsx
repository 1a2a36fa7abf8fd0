// @vitest-environment jsdom
import { configureStore } from '@reduxjs/toolkit';
import type { Order } from '@savepoint/model/order';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { shopApi } from '../../api/shop-api.ts';
import { OrderActions } from './order-actions.tsx';

afterEach(cleanup);
beforeEach(() => {
  // jsdom has no dialogs.
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
});

/** What the dialog says about the cancellation of an order with this status. */
function cancellationText(status: Order['status']): string {
  const store = configureStore({
    reducer: { shopApi: shopApi.reducer },
    middleware: (defaults) => defaults().concat(shopApi.middleware),
  });
  const order = { id: 'o1', userId: 'u1', status, timeline: [], lines: [] } as unknown as Order;
  render(
    <Provider store={store}>
      <OrderActions order={order} />
    </Provider>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Cancel order' }));
  return screen.getByText(/^We will not ship it/).textContent;
}

it('promises a refund when a paid order is cancelled', () => {
  expect(cancellationText('paid')).toBe(
    'We will not ship it, and we will refund what you paid to your original payment method.',
  );
});

it('promises no refund when an order is cancelled that was never paid', () => {
  expect(cancellationText('pending')).toBe('We will not ship it. You have not paid anything.');
});
