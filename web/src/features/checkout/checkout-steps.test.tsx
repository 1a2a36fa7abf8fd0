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
import type { OfferedDelivery } from './delivery-price.tsx';
import { type CheckoutDraft, EMPTY_DRAFT } from './draft.ts';
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

function summaryOf(draft: CheckoutDraft, delivery: OfferedDelivery | undefined) {
  const now = new Date('2026-11-03T12:00:00Z');
  return render(<p>{describeStep('delivery', draft, delivery, now)}</p>).container.textContent;
}

beforeEach(() => localStorage.clear());
afterEach(cleanup);

describe('the delivery step', () => {
  const optionsTo = (destination: Destination, subtotalCents = 9000) =>
    deliveryOptions(DEFAULT_SHIPPING, destination, { subtotalCents, grams: 500 }).map((option) => ({
      ...option,
      paidCents: option.cents,
    }));

  function renderDelivery(
    destination: { country: string; region?: string },
    options = optionsTo(destination),
  ) {
    const store = createStore();
    store.dispatch(draftChanged({ ...destination, delivery: 'express' }));
    render(
      <Provider store={store}>
        <DeliveryStep onContinue={() => {}} options={options} />
      </Provider>,
    );
    return screen.getAllByRole<HTMLInputElement>('radio').map((radio) => radio.closest('label')?.textContent);
  }

  it("offers the delivery options of the address's country, with their prices", () => {
    expect(renderDelivery({ country: 'DE' })).toEqual([
      expect.stringMatching(/^Get it by \w{3}, \w{3} \d+Standard · 7 to 14 business days\$19\.99$/),
      expect.stringMatching(/Express · 3 to 5 business days\$44\.99$/),
    ]);
  });

  it('offers free delivery over $50 within the United States', () => {
    expect(renderDelivery({ country: 'US', region: 'NY' })).toEqual([
      expect.stringMatching(/Standard · 3 to 5 business daysFree$/),
      expect.stringMatching(/Express · Next business day\$14\.99$/),
    ]);
  });

  it('shows the price with and without a promotion', () => {
    const home = { country: 'US', region: 'NY' };
    const [standard, ...others] = optionsTo(home, 4500);
    const options = standard === undefined ? [] : [{ ...standard, paidCents: 0 }, ...others];
    expect(renderDelivery(home, options)).toEqual([
      expect.stringMatching(/Standard · 3 to 5 business daysNow Free, before \$5\.99$/),
      expect.stringMatching(/Express · Next business day\$14\.99$/),
    ]);
    expect(document.querySelector('s')?.textContent).toBe('$5.99');
  });

  it('selects an available option if the address lacks the one chosen before', () => {
    expect(renderDelivery({ country: 'TD' })).toHaveLength(1);
    expect(screen.getByRole<HTMLInputElement>('radio').checked).toBe(true);
    const draft = { ...EMPTY_DRAFT, ...ADDRESS, country: 'TD', delivery: 'express' as const };
    const delivery = deliveryOf(draft, optionsTo({ country: 'TD' }));
    expect(summaryOf(draft, delivery)).toMatch(/· Standard, \$29\.99$/);
  });
});

describe('the summary of the completed delivery step', () => {
  const standard: OfferedDelivery = {
    id: 'standard',
    workingDays: { min: 3, max: 5 },
    cents: 599,
    paidCents: 599,
  };

  it('shows the latest arrival and the price', () => {
    expect(summaryOf(EMPTY_DRAFT, standard)).toMatch(/^Get it by \w{3}, Nov \d+ · Standard, \$5\.99$/);
  });

  it('does not charge the part that a promotion takes off the price', () => {
    expect(summaryOf(EMPTY_DRAFT, { ...standard, paidCents: 0 })).toMatch(
      /· Standard, Now Free, before \$5\.99$/,
    );
  });

  it("shows the shopper's note", () => {
    const draft = { ...EMPTY_DRAFT, note: ' Ring twice.\n' };
    expect(summaryOf(draft, standard)).toMatch(/\. Note: “Ring twice\.”$/);
  });
});
