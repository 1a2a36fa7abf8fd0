// @vitest-environment jsdom
import { configureStore } from '@reduxjs/toolkit';
import { cleanup, render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, it, vi } from 'vitest';
import { shopApi } from '../api/shop-api.ts';
import { Component } from './faq.tsx';

const PAGES = {
  faq: {
    title: 'Questions',
    lead: 'Free over {freeShippingOver}.',
    questions: [{ question: 'When is it free?', answer: 'Over {freeShippingOver}, as a rule.' }],
  },
};
vi.mock('../api/firestore-base-query.ts', () => ({
  firestoreBaseQuery: async ({ op }: { op: string }) => ({ data: op === 'file' ? {} : { value: PAGES } }),
}));

afterEach(cleanup);

it('the lead and the answers of the FAQ contain the free-shipping threshold', async () => {
  const store = configureStore({
    reducer: { shopApi: shopApi.reducer },
    middleware: (defaults) => defaults().concat(shopApi.middleware),
  });
  render(
    <Provider store={store}>
      <MemoryRouter>
        <Component />
      </MemoryRouter>
    </Provider>,
  );
  expect(await screen.findByText('Free over $50.')).toBeTruthy();
  expect(screen.getByText('Over $50, as a rule.')).toBeTruthy();
});
