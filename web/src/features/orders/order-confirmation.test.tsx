// @vitest-environment jsdom
import { configureStore } from '@reduxjs/toolkit';
import type { Order } from '@savepoint/model/order';
import { DEFAULT_SHIPPING } from '@savepoint/model/shipping';
import { cleanup, render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, it, vi } from 'vitest';
import { shopApi } from '../../api/shop-api.ts';
import { OrderConfirmation } from './order-confirmation.tsx';

vi.mock('../../api/firestore-base-query.ts', () => ({ firestoreBaseQuery: async () => ({ data: {} }) }));

afterEach(cleanup);

function nextSteps(changes: object) {
  const order = {
    id: 'o1',
    userId: 'u1',
    status: 'paid',
    timeline: [],
    lines: [],
    delivery: 'standard',
    address: { name: 'Ada', line1: '1 Road', city: 'Town', country: 'US' },
    subtotalCents: 0,
    shippingCents: 0,
    taxCents: 0,
    totalCents: 0,
    ...changes,
  } as unknown as Order;
  const store = configureStore({
    reducer: { shopApi: shopApi.reducer },
    middleware: (defaults) => defaults().concat(shopApi.middleware),
  });
  render(
    <Provider store={store}>
      <MemoryRouter>
        <OrderConfirmation order={order} />
      </MemoryRouter>
    </Provider>,
  );
  return screen.getByRole('list', { name: 'What happens next' }).textContent;
}

it('a confirmed order promises a tracking link only if the carrier provides one, and mentions no duties for domestic orders', () => {
  const text = nextSteps({});
  expect(text).toContain('3 to 5 business days');
  expect(text).toContain('An email tells you when, with a tracking link if the carrier gives one.');
  expect(text).not.toContain(DEFAULT_SHIPPING.dutiesNotice);
});

it('a confirmed order shows the delivery time promised when it was placed, and possible duties', () => {
  const address = { name: 'Ada', line1: '1 Road', city: 'Town', country: 'DE' };
  const text = nextSteps({ address, workingDays: { min: 2, max: 9 } });
  expect(text).toContain('2 to 9 business days');
  expect(text).toContain(DEFAULT_SHIPPING.dutiesNotice);
});
