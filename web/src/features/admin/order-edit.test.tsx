// @vitest-environment jsdom
import { configureStore } from '@reduxjs/toolkit';
import type { Order } from '@savepoint/model/order';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { Provider } from 'react-redux';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { shopApi } from '../../api/shop-api.ts';
import { toastSlice } from '../../lib/toast-slice.ts';
import { OrderEdit, PendingEdit } from './order-edit.tsx';

const { calls, answers } = vi.hoisted(() => ({
  calls: [] as { name: string; data: Record<string, unknown> }[],
  answers: [] as object[],
}));

vi.mock('../../api/firestore-base-query.ts', () => ({
  firestoreBaseQuery: async (request: { op: string; name: string; data: Record<string, unknown> }) => {
    if (request.op === 'call') {
      calls.push(request);
      return answers.shift() ?? { data: { done: true } };
    }
    // The list of all products is older than the product itself.
    const variants = [
      { size: 'M', stock: request.op === 'get' ? 2 : 9 },
      { size: 'L', stock: request.op === 'get' ? 0 : 4 },
    ];
    const product = { id: 'tee', name: 'Tee', price: 60, variants };
    return { data: request.op === 'get' ? product : [product] };
  },
}));

const TOTALS = { subtotalCents: 6000, shippingCents: 0, taxCents: 0, totalCents: 6000 };
const ORDER: Order = {
  ...{ id: 'order123', userId: 'ann', delivery: 'standard', status: 'paid', timeline: [] },
  lines: [{ id: 'mug', name: 'Mug', image: '', price: 60, quantity: 3 }],
  address: { name: 'Ada', line1: '1 Way', city: 'Town', country: 'US' },
  ...{ ...TOTALS, totalCents: 18_000, currency: 'usd', createdAt: '2026-11-01T12:00:00.000Z' },
};

function renderPage(order: Order) {
  const store = configureStore({
    reducer: { shopApi: shopApi.reducer, toasts: toastSlice.reducer },
    middleware: (defaults) => defaults().concat(shopApi.middleware),
  });
  const element = (
    <>
      <OrderEdit order={order} />
      <PendingEdit order={order} mayEdit />
    </>
  );
  render(
    <Provider store={store}>
      <RouterProvider router={createMemoryRouter([{ path: '*', element }])} />
    </Provider>,
  );
  return store;
}

beforeEach(() => {
  calls.length = 0;
  answers.length = 0;
});
afterEach(cleanup);

const change = { id: 'mug', name: 'Mug', before: 3, after: 1 };

it('an edit is reviewed before it is saved with the total that was shown', async () => {
  const store = renderPage(ORDER);
  const preview = {
    orderId: 'order123',
    state: 'preview',
    totals: TOTALS,
    beforeCents: 18_000,
    lines: [change],
  };
  answers.push({ data: preview }, { data: { ...preview, state: 'done' } });
  fireEvent.click(screen.getByRole('button', { name: 'Edit order' }));
  fireEvent.change(screen.getByLabelText('Mug'), { target: { value: '1' } });
  fireEvent.click(screen.getByRole('button', { name: 'Review changes' }));
  expect(await screen.findByText('Mug: 3 to 1')).toBeTruthy();
  expect(screen.getByText(/\$120\.00 is refunded at once/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Save and refund $120.00' }));
  await vi.waitFor(() => expect(store.getState().toasts[0]?.text).toBe('The order is changed.'));
  expect(calls.map(({ data }) => data.expectedTotalCents)).toEqual([undefined, 6000]);
  expect(calls[1]?.data).toMatchObject({ edits: 0, lines: [{ productId: 'mug', quantity: 1 }] });
  expect(calls[0]?.data.editId).toBe(calls[1]?.data.editId);
});

it('a change after the review requires another review, and an error is shown at its line', async () => {
  renderPage(ORDER);
  const preview = {
    orderId: 'order123',
    state: 'preview',
    totals: TOTALS,
    beforeCents: 18_000,
    lines: [change],
  };
  answers.push(
    { data: preview },
    {
      error: {
        code: 'failed-precondition',
        message: 'Only 2 are left.',
        details: { field: 'lines.0.quantity' },
      },
    },
  );
  fireEvent.click(screen.getByRole('button', { name: 'Edit order' }));
  fireEvent.click(screen.getByRole('button', { name: 'Review changes' }));
  await screen.findByText('Mug: 3 to 1');
  fireEvent.change(screen.getByLabelText('Mug'), { target: { value: '9' } });
  expect(screen.queryByText('Mug: 3 to 1')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Review changes' }));
  expect(await screen.findByText('Only 2 are left.')).toBeTruthy();
  expect(screen.getByLabelText('Mug').getAttribute('aria-invalid')).toBe('true');
});

it('adds a product in a size that was in stock when the product was chosen', async () => {
  renderPage(ORDER);
  fireEvent.click(screen.getByRole('button', { name: 'Edit order' }));
  await screen.findByText('Tee, $60.00');
  fireEvent.change(screen.getByLabelText('Add an item'), { target: { value: 'tee' } });
  await screen.findByRole('option', { name: 'M, 2 left' });
  const sizes = within(screen.getByLabelText('Size')).getAllByRole<HTMLOptionElement>('option');
  expect(sizes.map(({ text, disabled }) => [text, disabled])).toEqual([
    ['Choose a size', false],
    ['M, 2 left', false],
    ['L, sold out', true],
  ]);
  fireEvent.change(screen.getByLabelText('Size'), { target: { value: 'M' } });
  fireEvent.click(screen.getByRole('button', { name: 'Add' }));
  expect(screen.getByLabelText<HTMLInputElement>('Tee (M)').value).toBe('1');
});

it('a pending edit shows its changes, and can be withdrawn', async () => {
  const pendingEdit = {
    ...{ id: 'edit-1', at: ORDER.createdAt, expiresAt: ORDER.createdAt, lines: [{ ...change, after: 4 }] },
    ...{ beforeCents: 18_000, afterCents: 24_000, paymentUrl: 'https://pay.test/1' },
  };
  renderPage({ ...ORDER, pendingEdit });
  expect(screen.getByRole('heading', { name: 'Waiting for $60.00' })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Withdraw the edit' }));
  await vi.waitFor(() => expect(calls).toMatchObject([{ name: 'withdrawEdit', data: { editId: 'edit-1' } }]));
});
