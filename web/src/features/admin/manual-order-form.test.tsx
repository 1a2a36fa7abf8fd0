// @vitest-environment jsdom
import { configureStore } from '@reduxjs/toolkit';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, expect, it, vi } from 'vitest';
import { shopApi } from '../../api/shop-api.ts';
import { toastSlice } from '../../lib/toast-slice.ts';
import { ManualOrderForm } from './manual-order-form.tsx';

const { calls, answers } = vi.hoisted(() => ({
  calls: [] as Record<string, unknown>[],
  answers: [] as object[],
}));

vi.mock('../../api/firestore-base-query.ts', () => ({
  firestoreBaseQuery: async (request: { op: string; data: Record<string, unknown> }) => {
    if (request.op === 'call') {
      calls.push(request.data);
      return answers.shift();
    }
    return { data: [{ id: 'mug', name: 'Mug', price: 60, variants: [{ stock: 2 }] }] };
  },
}));

afterEach(cleanup);

const enter = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

it('an order for a customer is reviewed, and then placed with the total that was shown', async () => {
  const store = configureStore({
    reducer: { shopApi: shopApi.reducer, toasts: toastSlice.reducer },
    middleware: (defaults) => defaults().concat(shopApi.middleware),
  });
  const router = createMemoryRouter([
    { path: '/', element: <ManualOrderForm email="ann@example.com" /> },
    { path: '/admin/orders/:id', element: 'The order' },
  ]);
  render(
    <Provider store={store}>
      <RouterProvider router={router} />
    </Provider>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Review the order' }));
  // The items and the address are missing.
  expect(await screen.findByText("Enter the recipient's name.")).toBeTruthy();
  await screen.findByText('Mug, $60.00');
  enter('Add an item', 'mug');
  fireEvent.click(screen.getByRole('button', { name: 'Add' }));
  enter('Full name', 'Ann Byte');
  enter('Country', 'US');
  enter('Street address', '1 Way');
  enter('City', 'New York');
  enter('ZIP code', '10001');
  enter('State', 'NY');
  fireEvent.click(screen.getByLabelText('With a discount'));
  enter('Discount in $', '10');
  enter('Reason', 'Sorry');
  const totals = {
    subtotalCents: 6000,
    discountCents: 1000,
    shippingCents: 0,
    taxCents: 0,
    totalCents: 5000,
  };
  answers.push({ data: { totals, hasAccount: true } }, { data: { totals, hasAccount: true, orderId: 'o1' } });
  fireEvent.click(screen.getByRole('button', { name: 'Review the order' }));
  expect(await screen.findByText('The order will be in the account of this customer.')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Make the order and email a link to pay $50.00' }));
  expect(await screen.findByText('The order')).toBeTruthy();
  expect(calls).toMatchObject([
    {
      ...{ email: 'ann@example.com', discountCents: 1000, reason: 'Sorry', payment: 'link' },
      lines: [{ productId: 'mug', quantity: 1 }],
      address: { city: 'New York', region: 'NY' },
    },
    { expectedTotalCents: 5000 },
  ]);
  expect(calls[0]?.idempotencyKey).toBe(calls[1]?.idempotencyKey);
});
