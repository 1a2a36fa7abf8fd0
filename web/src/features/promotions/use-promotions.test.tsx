// @vitest-environment jsdom
import { configureStore } from '@reduxjs/toolkit';
import type { PromotionTerms } from '@savepoint/model/promotion';
import { DEFAULT_SHIPPING, deliveryOptions, parcelOf } from '@savepoint/model/shipping';
import { priceOrder } from '@savepoint/model/totals';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Provider } from 'react-redux';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { shopApi } from '../../api/shop-api.ts';
import { TotalsList } from '../../components/totals-list.tsx';
import type { BackendRequest } from '../../firebase/request.ts';
import { sessionSlice, sessionStarted } from '../../session/session-slice.ts';
import { codeEntered, promotionSlice } from './promotion-slice.ts';
import { usePromotions } from './use-promotions.tsx';

const TEN: PromotionTerms = {
  id: 'TEN',
  code: 'TEN',
  name: 'Ten off',
  effect: { kind: 'percent', percent: 10 },
  minimumCents: 4500,
};
const backend = vi.hoisted(() => ({ automatic: [] as unknown[], answer: {} as unknown }));
vi.mock('../../api/firestore-base-query.ts', () => ({
  firestoreBaseQuery: async (request: BackendRequest) =>
    request.op === 'file' ? { data: backend.automatic } : backend.answer,
}));

function Summary({ quantity }: { quantity: number }) {
  const lines = [{ price: 20, quantity }];
  const parcel = parcelOf(lines, DEFAULT_SHIPPING);
  const [option] = deliveryOptions(DEFAULT_SHIPPING, { country: 'US' }, parcel);
  if (option === undefined) throw new Error('Nothing goes to the US.');
  const promotions = usePromotions(lines, true)(option);
  const totals = priceOrder(lines, option, 0, promotions.discounts);
  return (
    <>
      {promotions.field}
      <p data-testid="over">{promotions.freeShippingOverCents ?? 'never'}</p>
      <TotalsList totals={totals} promotions={promotions.discounts.applied} shippingLabel="Shipping" />
      <button type="button" onClick={() => promotions.onCodeRefused('used-up')}>
        Refuse
      </button>
    </>
  );
}

function open(quantity: number) {
  const store = configureStore({
    reducer: {
      shopApi: shopApi.reducer,
      session: sessionSlice.reducer,
      promotion: promotionSlice.reducer,
    },
    middleware: (defaults) => defaults().concat(shopApi.middleware),
  });
  const page = (
    <Provider store={store}>
      <Summary quantity={quantity} />
    </Provider>
  );
  render(<RouterProvider router={createMemoryRouter([{ path: '/', element: page }])} />);
  return store;
}
const total = () => document.querySelector('.totals-grand dd')?.textContent;
const rows = () => [...document.querySelectorAll('.totals dt')].map((row) => row.textContent);
const status = () => screen.getByRole('status').textContent;

beforeEach(() => {
  localStorage.clear();
  backend.automatic = [];
  backend.answer = { data: { promotion: TEN } };
});
afterEach(cleanup);

it('an automatic promotion is shown by name in the totals', async () => {
  backend.automatic = [{ id: 'auto-1', name: 'Summer sale', effect: { kind: 'amount', cents: 500 } }];
  open(3);
  await waitFor(() => expect(rows()).toContain('Summer sale'));
  expect(total()).toBe('$55.00');
});

it.each([
  [{}, '9999'],
  [{ effect: { kind: 'free-shipping', upToCents: 100 } }, 'never'],
  [{ categories: ['apparel'] }, 'never'],
  [{ minimumCents: 1000 }, 'never'],
])('a cart below the minimum of free shipping knows it, with %j', async (terms, over) => {
  const effect = { kind: 'free-shipping' };
  backend.automatic = [{ id: 'auto-1', name: 'Free', effect, minimumCents: 10_000, ...terms }];
  const store = open(1);
  await waitFor(() => expect(JSON.stringify(store.getState().shopApi.queries)).toContain('auto-1'));
  expect(screen.getByTestId('over').textContent).toBe(over);
});

it('a code takes effect at once in any spelling, as does its removal', async () => {
  open(3);
  fireEvent.change(screen.getByLabelText('Promo code'), { target: { value: ' ten ' } });
  fireEvent.click(screen.getByRole('button', { name: 'Apply' }));
  await waitFor(() => expect(total()).toBe('$54.00'));
  expect(rows()).toContain('Ten off (TEN)');
  expect(status()).toContain('You save $6.00.');
  const remove = screen.getByRole('button', { name: 'Remove code TEN' });
  expect(document.activeElement).toBe(remove);
  fireEvent.click(remove);
  expect(total()).toBe('$60.00');
  expect(document.activeElement).toBe(screen.getByLabelText('Promo code'));
});

it('a code that does not apply to the cart stays, with the reason beside it', async () => {
  const store = open(2);
  store.dispatch(codeEntered('TEN'));
  await waitFor(() => expect(status()).toContain('TEN is for orders from $45.00.'));
  expect(total()).toBe('$45.99');
});

it('a code that the account has used is reported after the sign-in', async () => {
  const store = open(3);
  store.dispatch(codeEntered('TEN'));
  await waitFor(() => expect(total()).toBe('$54.00'));
  backend.answer = { error: { code: 'failed-precondition', message: 'You have already used TEN.' } };
  act(() => {
    store.dispatch(sessionStarted({ uid: 'ada', email: 'ada@example.com', displayName: 'Ada' }));
  });
  await waitFor(() => expect(status()).toContain('You have already used TEN.'));
  expect(total()).toBe('$60.00');
});

it('a code rejected with an order no longer applies, whatever was known before', async () => {
  const store = open(3);
  store.dispatch(codeEntered('TEN'));
  await waitFor(() => expect(total()).toBe('$54.00'));
  fireEvent.click(screen.getByRole('button', { name: 'Refuse' }));
  expect(status()).toContain('TEN has been used up.');
  expect(total()).toBe('$60.00');
});
