// @vitest-environment jsdom
import { configureStore } from '@reduxjs/toolkit';
import { DEFAULT_SHIPPING, type Destination, deliveryOptions } from '@savepoint/model/shipping';
import { cleanup, render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { shopApi } from '../../api/shop-api.ts';
import { sessionSlice } from '../../session/session-slice.ts';
import { checkoutSlice, draftChanged } from './checkout-slice.ts';
import { DeliveryStep, describeStep } from './checkout-steps.tsx';
import { EMPTY_DRAFT } from './draft.ts';
import { deliveryOf } from './draft-validation.ts';

const ADDRESS = { name: 'Ada', line1: '1 Road', city: 'Town', postalCode: '12345', region: '' };

function createStore() {
  return configureStore({
    reducer: {
      shopApi: shopApi.reducer,
      session: sessionSlice.reducer,
      checkout: checkoutSlice.reducer,
    },
    middleware: (defaults) => defaults().concat(shopApi.middleware),
  });
}

beforeEach(() => localStorage.clear());
afterEach(cleanup);

describe('the delivery step', () => {
  const optionsTo = (destination: Destination) =>
    deliveryOptions(DEFAULT_SHIPPING, destination, { subtotalCents: 9000, grams: 500 });

  function renderDelivery(destination: { country: string; region?: string }) {
    const store = createStore();
    store.dispatch(draftChanged({ ...destination, delivery: 'express' }));
    const options = optionsTo(destination);
    render(
      <Provider store={store}>
        <DeliveryStep onContinue={() => {}} options={options} />
      </Provider>,
    );
    return screen.getAllByRole<HTMLInputElement>('radio').map((radio) => radio.closest('label')?.textContent);
  }

  it('offers what goes to the country of the address, at its price', () => {
    expect(renderDelivery({ country: 'DE' })).toEqual([
      expect.stringMatching(/^Get it by \w{3}, \w{3} \d+Standard · 7 to 14 working days\$19\.99$/),
      expect.stringMatching(/Express · 3 to 5 working days\$44\.99$/),
    ]);
  });

  it('offers free delivery over $50 within the United States', () => {
    expect(renderDelivery({ country: 'US', region: 'NY' })).toEqual([
      expect.stringMatching(/Standard · 3 to 5 working daysFree$/),
      expect.stringMatching(/Express · Next working day\$14\.99$/),
    ]);
  });

  it('takes the option that there is when the address has not the one chosen before', () => {
    expect(renderDelivery({ country: 'TD' })).toHaveLength(1);
    expect(screen.getByRole<HTMLInputElement>('radio').checked).toBe(true);
    const draft = { ...EMPTY_DRAFT, ...ADDRESS, country: 'TD', delivery: 'express' as const };
    const delivery = deliveryOf(draft, optionsTo({ country: 'TD' }));
    expect(describeStep('delivery', draft, delivery, new Date())).toMatch(/· Standard, \$29\.99$/);
  });
});
