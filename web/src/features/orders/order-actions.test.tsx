// @vitest-environment jsdom
import { configureStore } from '@reduxjs/toolkit';
import type { Order } from '@savepoint/model/order';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { afterEach, expect, it } from 'vitest';
import { shopApi } from '../../api/shop-api.ts';
import { OrderActions } from './order-actions.tsx';

afterEach(cleanup);

function renderActions(fields: Partial<Order>): void {
  const store = configureStore({
    reducer: { shopApi: shopApi.reducer },
    middleware: (defaults) => defaults().concat(shopApi.middleware),
  });
  const order = { id: 'o1', userId: 'u1', timeline: [], lines: [], ...fields } as unknown as Order;
  render(
    <Provider store={store}>
      <OrderActions order={order} />
    </Provider>,
  );
}

/** The dialog's text about canceling an order with this status. */
function cancellationText(status: Order['status'], fields: Partial<Order> = {}): string {
  renderActions({ status, totalCents: 5099, ...fields });
  fireEvent.click(screen.getByRole('button', { name: 'Cancel order' }));
  return screen.getByText(/^We will not ship it/).textContent;
}

it.each([
  ['by card', {}, 'We will refund $50.99 to your original payment method.'],
  ['with store credit', { creditCents: 5099 }, '$50.99 goes into your store credit.'],
  [
    'with both',
    { creditCents: 1000 },
    'We will refund $40.99 to your original payment method. $10.00 goes into your store credit.',
  ],
])('promises what comes back when an order that was paid %s is cancelled', (_, fields, text) => {
  expect(cancellationText('paid', fields)).toBe(`We will not ship it. ${text}`);
});

it('promises no refund for canceling an order that was never paid', () => {
  expect(cancellationText('pending')).toBe('We will not ship it. You have not paid anything.');
});

it.each([
  [29, true],
  [31, false],
])('offers a return %i days after delivery: %s', (days, isOffered) => {
  const at = new Date(Date.now() - days * 86_400_000).toISOString();
  const lines = [{ id: 'tee', size: 'M', name: 'Tee', image: '', price: 45, quantity: 1 }];
  renderActions({ status: 'delivered', lines, timeline: [{ status: 'delivered', at, actor: 'admin' }] });
  expect(screen.queryByRole('button', { name: 'Return or exchange' }) !== null).toBe(isOffered);
});
