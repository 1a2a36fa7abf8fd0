// @vitest-environment jsdom
import { configureStore } from '@reduxjs/toolkit';
import { cleanup, render, screen, within } from '@testing-library/react';
import { Provider } from 'react-redux';
import { afterEach, expect, it } from 'vitest';
import { shopApi } from '../../api/shop-api.ts';
import { ReviewForm } from './review-form.tsx';

afterEach(cleanup);

it('the ratings of a review are labeled in stars, the lowest as one star', () => {
  const store = configureStore({
    reducer: { shopApi: shopApi.reducer },
    middleware: (defaults) => defaults().concat(shopApi.middleware),
  });
  render(
    <Provider store={store}>
      <ReviewForm productId="tee" sizes={[]} onSaved={() => {}} />
    </Provider>,
  );
  const options = within(screen.getByRole('combobox', { name: 'Rating' })).getAllByRole('option');
  expect(options.map(({ textContent }) => textContent?.split(':')[0])).toEqual([
    'Choose…',
    '5 stars',
    '4 stars',
    '3 stars',
    '2 stars',
    '1 star',
  ]);
});
