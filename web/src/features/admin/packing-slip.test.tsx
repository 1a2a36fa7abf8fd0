// @vitest-environment jsdom
import { configureStore } from '@reduxjs/toolkit';
import type { Order } from '@savepoint/model/order';
import { cleanup, render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { afterEach, expect, it, vi } from 'vitest';
import { shopApi } from '../../api/shop-api.ts';
import { PackingSlip } from './packing-slip.tsx';

vi.mock('../../api/firestore-base-query.ts', () => ({ firestoreBaseQuery: async () => ({ data: null }) }));

const line = (id: string, quantity: number) => ({ ...{ id, name: id, image: '', price: 10 }, quantity });
const ORDER: Order = {
  ...{ id: 'order123', userId: 'ann', delivery: 'standard', status: 'paid', timeline: [] },
  lines: [line('tee', 3), line('mug', 1), line('cap', 1)],
  restocked: [
    { id: 'tee', quantity: 1, status: 'paid' },
    { id: 'mug', quantity: 1, status: 'packed' },
    { id: 'cap', quantity: 1, status: 'delivered' },
  ],
  address: { name: 'Ada', line1: '1 Way', city: 'Town', country: 'US' },
  ...{ subtotalCents: 5000, shippingCents: 0, taxCents: 0, totalCents: 5000, currency: 'usd' },
  createdAt: '2026-11-01T12:00:00.000Z',
};

afterEach(cleanup);

it('a packing slip lists the content of the parcel, and nothing else', () => {
  const store = configureStore({
    reducer: { shopApi: shopApi.reducer },
    middleware: (defaults) => defaults().concat(shopApi.middleware),
  });
  render(
    <Provider store={store}>
      <PackingSlip order={ORDER} />
    </Provider>,
  );
  const rows = screen.getAllByRole('row').map(({ textContent }) => textContent);
  expect(rows.slice(1)).toEqual(['2tee––', '1cap––']);
});
