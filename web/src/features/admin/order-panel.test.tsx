// @vitest-environment jsdom
import { configureStore } from '@reduxjs/toolkit';
import type { Order, OrderStatus } from '@savepoint/model/order';
import type { Role } from '@savepoint/model/roles';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { Provider } from 'react-redux';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, expect, it, vi } from 'vitest';
import { shopApi } from '../../api/shop-api.ts';
import { toastSlice } from '../../lib/toast-slice.ts';
import { sessionSlice, sessionStarted } from '../../session/session-slice.ts';
import { OrderPanel } from './order-panel.tsx';

const PACKED_AT = '2026-11-02T09:00:00.000Z';

vi.mock('../../api/firestore-base-query.ts', () => ({
  firestoreBaseQuery: async ({ op, path = '' }: { op: string; path?: string }) => {
    if (op === 'call') return { data: { emails: [] } };
    if (path === 'audit') return { data: [{ at: PACKED_AT, email: 'pat@example.com' }] };
    if (path.startsWith('payments/')) return { data: { paymentIntentId: 'pi_1', paidCents: 15_300 } };
    return { data: op === 'file' ? {} : op === 'call' ? { emails: [] } : [] };
  },
}));

const ORDER: Order = {
  ...{ id: 'order123', userId: 'ann', delivery: 'standard', status: 'paid', timeline: [] },
  lines: [{ id: 'tee', name: 'Tee', image: '', price: 60, quantity: 3 }],
  address: { name: 'Ada', line1: '1 Way', city: 'Town', country: 'US' },
  ...{ subtotalCents: 18_000, discountCents: 2700, shippingCents: 0, taxCents: 0, totalCents: 15_300 },
  promotions: [
    { id: 'GEAR20', code: 'GEAR20', name: 'Gear', discountCents: 2700, shippingCents: 0 },
    { id: 'free', name: 'Free shipping on gear', discountCents: 0, shippingCents: 1250 },
  ],
  ...{ currency: 'usd', createdAt: '2026-11-01T12:00:00.000Z' },
};

function renderOrder(overrides: Partial<Order>, role: Role = 'owner') {
  const store = configureStore({
    reducer: { shopApi: shopApi.reducer, session: sessionSlice.reducer, toasts: toastSlice.reducer },
    middleware: (defaults) => defaults().concat(shopApi.middleware),
  });
  store.dispatch(sessionStarted({ uid: 'o1', email: 'o@example.com', displayName: 'Olga', role }));
  const order = { ...ORDER, ...overrides };
  const router = createMemoryRouter([{ path: '*', element: <OrderPanel order={order} /> }]);
  render(
    <Provider store={store}>
      <RouterProvider router={router} />
    </Provider>,
  );
}

afterEach(cleanup);

it('the totals of an order name the promotion of each, and the waived shipping', () => {
  renderOrder({});
  expect(screen.getByRole('row', { name: 'Discount: GEAR20 -$27.00' })).toBeTruthy();
  expect(
    screen.getByRole('row', { name: 'Shipping, $12.50 waived: Free shipping on gear $0.00' }),
  ).toBeTruthy();
});

it('a paid order is not shown as unpaid before its payment is read', async () => {
  renderOrder({});
  expect(screen.queryByText('Not paid.')).toBeNull();
  expect(await screen.findByText(/\$153\.00 paid by card/)).toBeTruthy();
});

it('the reason for undoing packed says who reads it', async () => {
  renderOrder({ status: 'packed' });
  fireEvent.click(screen.getAllByRole('button', { name: 'Mark not packed' })[0] as HTMLElement);
  expect((await screen.findByLabelText('Reason')).getAttribute('aria-describedby')).not.toBeNull();
  expect(screen.getByText('The customer sees it.')).toBeTruthy();
});

it('a refund shows the paid amount, and the part that is pending', async () => {
  const refund = { state: 'sent', amountCents: 3600, reason: 'Out of ink', attempts: 1 } as const;
  renderOrder({ refundedCents: 3600, refund });
  expect(await screen.findByText('Refunded $36.00 of the $153.00 paid. Out of ink')).toBeTruthy();
  cleanup();
  renderOrder({ refund: { ...refund, state: 'pending' } });
  expect(
    await screen.findByText('Refunded $0.00 of the $153.00 paid, $36.00 pending. Out of ink'),
  ).toBeTruthy();
});

it.each<[OrderStatus, boolean, RegExp]>([
  ['paid', true, /They leave the package and can be sold again/],
  ['packed', false, /They leave the package and can be sold again/],
  ['shipped', false, /Only what has come back can be sold again/],
])(
  'the refund of units of a %s order puts them back into the stock by itself: %s',
  async (status, checked, words) => {
    renderOrder({ status });
    fireEvent.click(await screen.findByRole('button', { name: 'Partial refund' }));
    expect(screen.getByRole('checkbox', { name: words })).toHaveProperty('checked', checked);
  },
);

it.each<[Role, string]>([
  ['owner', 'pat@example.com'],
  ['packer', 'Staff'],
])('the timeline names to a %s who packed the order as %s', async (role, author) => {
  renderOrder({ status: 'packed', timeline: [{ status: 'packed', actor: 'admin', at: PACKED_AT }] }, role);
  const timeline = within(screen.getByRole('region', { name: 'Timeline' }));
  expect(await timeline.findByText(new RegExp(`· ${author}$`))).toBeTruthy();
});
