// @vitest-environment jsdom
import { configureStore, createListenerMiddleware } from '@reduxjs/toolkit';
import type { Order, OrderStatus } from '@savepoint/model/order';
import { nextStatuses } from '@savepoint/model/order-status';
import type { Role } from '@savepoint/model/roles';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { shopApi } from '../../api/shop-api.ts';
import { toastSlice } from '../../lib/toast-slice.ts';
import { sessionSlice, sessionStarted } from '../../session/session-slice.ts';
import { OrderBulkMoves } from './order-bulk-moves.tsx';
import { transitionLabel } from './order-labels.ts';
import { OrderActionBar, OrderNextStep } from './order-transition-buttons.tsx';

/** The requests of updateOrder. */
const sent = vi.hoisted(() => [] as { orderId: string; status: string }[]);
vi.mock('../../api/firestore-base-query.ts', () => ({
  firestoreBaseQuery: async (request: { op: string; data?: (typeof sent)[number] }) => {
    if (request.op === 'call' && request.data !== undefined) sent.push(request.data);
    return { data: {} };
  },
}));

const order = (id: string, status: OrderStatus): Order => ({
  ...{ id, userId: 'ann', lines: [], delivery: 'standard', status, timeline: [] },
  address: { name: 'Ada', line1: '1 Way', city: 'Town', country: 'US' },
  ...{ subtotalCents: 0, shippingCents: 0, taxCents: 0, totalCents: 0, currency: 'usd' },
  createdAt: '2026-11-01T12:00:00.000Z',
});

function renderForStaff(element: React.ReactNode, role: Role = 'packer') {
  const listener = createListenerMiddleware();
  const store = configureStore({
    reducer: {
      shopApi: shopApi.reducer,
      session: sessionSlice.reducer,
      toasts: toastSlice.reducer,
    },
    middleware: (defaults) => defaults().prepend(listener.middleware).concat(shopApi.middleware),
  });
  store.dispatch(sessionStarted({ uid: 'p1', email: 'p@example.com', displayName: 'Pat', role }));
  render(
    <Provider store={store}>
      <MemoryRouter>{element}</MemoryRouter>
    </Provider>,
  );
  return store;
}

const click = (name: string, scope: HTMLElement = document.body) =>
  fireEvent.click(within(scope).getByRole('button', { name }));

beforeEach(() => {
  sent.length = 0;
});
afterEach(cleanup);

it('several orders are marked as shipped only after a confirmation that names the consequences', async () => {
  renderForStaff(
    <OrderBulkMoves selected={[order('o1', 'packed'), order('o2', 'packed')]} onMoved={() => {}} />,
  );
  click('Mark 2 shipped');
  const dialog = screen.getByRole('dialog');
  expect(dialog.textContent).toContain('The email about it is sent at once. This cannot be taken back.');
  expect(sent).toEqual([]);
  click('Mark 2 shipped', dialog);
  await waitFor(() => expect(sent.map(({ status }) => status)).toEqual(['shipped', 'shipped']));
});

it.each([
  ['several orders', 'Mark 2 packed', ['o1', 'o2']],
  ['one order', 'Mark packed', ['o1']],
])('%s marked packed by mistake can be taken back from the toast', async (_, label, ids) => {
  const orders = ids.map((id) => order(id, 'paid'));
  const store = renderForStaff(
    orders.length > 1 ? (
      <OrderBulkMoves selected={orders} onMoved={() => {}} />
    ) : (
      <OrderActionBar order={order('o1', 'paid')} />
    ),
  );
  click(label);
  const undo = () => store.getState().toasts.at(-1)?.button;
  await waitFor(() => expect(undo()?.label).toBe('Undo'));
  store.dispatch(undo()?.action as never);
  await waitFor(() =>
    expect(sent.slice(ids.length)).toEqual(
      ids.map((orderId) => ({ orderId, status: 'paid', reason: 'Packed by mistake' })),
    ),
  );
});

it('one order is marked as delivered only after a confirmation, because the time for a return begins', () => {
  renderForStaff(<OrderActionBar order={order('o1', 'shipped')} />);
  click('Mark delivered');
  expect(screen.getByRole('dialog').textContent).toContain('The 30 days for a return begin.');
  expect(sent).toEqual([]);
});

it.each([
  ['pending', []],
  ['paid', ['Mark packed']],
  ['packed', ['Mark shipped']],
  ['shipped', ['Mark delivered']],
  ['delivered', []],
  ['refunded', []],
] as const)(
  'an order that is %s has in its row the next step %j; the rest is in the menu',
  (status, next) => {
    renderForStaff(<OrderNextStep order={order('o1', status)} />, 'owner');
    const menu = screen.getByText('Packing slip').parentElement ?? document.body;
    const inMenu = within(menu).queryAllByRole('button', { hidden: true });
    const shown = screen.queryAllByRole('button').filter((button) => !inMenu.includes(button));
    expect(shown.map((button) => button.textContent).filter(Boolean)).toEqual(next);
    expect([...inMenu.map((button) => button.textContent), ...next].sort()).toEqual(
      nextStatuses(status, 'admin')
        .map((to) => transitionLabel(to, status))
        .sort(),
    );
  },
);
