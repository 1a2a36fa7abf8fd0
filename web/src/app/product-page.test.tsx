// @vitest-environment jsdom
import { cleanup, render, screen, within } from '@testing-library/react';
import { Provider } from 'react-redux';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { BackendRequest } from '../firebase/request.ts';
import { Component as ProductPage, prefetch } from '../routes/product.tsx';
import { createStore } from './store.ts';

/** The requests of the page, and the product's fields in addition to TEE. */
const backend = vi.hoisted(() => ({ requests: [] as BackendRequest[], product: {} }));
vi.mock('../api/firestore-base-query.ts', () => ({
  firestoreBaseQuery: async (request: BackendRequest) => {
    backend.requests.push(request);
    return { data: request.op === 'get' ? { ...TEE, ...backend.product } : [] };
  },
}));

const TEE = {
  id: 'tee',
  name: 'Tee',
  price: 45,
  image: '/art/tee.webp',
  images: [],
  category: 'apparel',
  description: 'A tee.',
  rating: 4.5,
  reviews: 2,
  inStock: true,
  featured: false,
  features: [],
  specifications: {},
  variants: [
    { size: 'S', sku: 'tee-s', stock: 9 },
    { size: 'M', sku: 'tee-m', stock: 9 },
  ],
};

beforeEach(() => {
  backend.requests = [];
  backend.product = {};
});
afterEach(cleanup);

async function openPage(address: string): Promise<void> {
  const store = createStore();
  prefetch(store.dispatch, { productId: 'tee' });
  const router = createMemoryRouter([{ path: '/product/:productId', element: <ProductPage /> }], {
    initialEntries: [address],
  });
  render(
    <Provider store={store}>
      <RouterProvider router={router} />
    </Provider>,
  );
  await screen.findByText(/written review/);
}

const sizes = () => screen.getAllByRole<HTMLInputElement>('radio').filter(({ checked }) => checked);

describe('the page of a product', () => {
  it('preselects the size in its address, as in the email about a size that is back', async () => {
    await openPage('/product/tee?size=M');
    expect(sizes().map(({ value }) => value)).toEqual(['M']);
    expect(screen.getByText('In stock')).toBeTruthy();
  });

  it.each(['', '?size=9XL'])('has no size chosen for the query %j', async (query) => {
    await openPage(`/product/tee${query}`);
    expect(sizes()).toEqual([]);
  });

  it('reads the reviews once', async () => {
    await openPage('/product/tee');
    const reads = backend.requests.filter((request) => 'path' in request && request.path === 'reviews');
    expect(reads).toHaveLength(1);
  });

  it('shows the number of ratings per star, and invents nothing for a product without counts', async () => {
    await openPage('/product/tee');
    expect(screen.queryByRole('list', { name: 'Ratings' })).toBeNull();
    cleanup();
    backend.product = { ratingCounts: [0, 0, 0, 1, 1] };
    await openPage('/product/tee');
    const bars = within(screen.getByRole('list', { name: 'Ratings' })).getAllByRole('listitem');
    expect(bars.map(({ textContent }) => textContent)).toEqual([
      '5 stars1',
      '4 stars1',
      '3 stars0',
      '2 stars0',
      '1 star0',
    ]);
  });
});
