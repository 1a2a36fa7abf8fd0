// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createStore } from '../app/store.ts';
import type { BackendRequest } from '../firebase/request.ts';
import { Component as ProductPage, prefetch } from './product.tsx';

/** The requests of the page. */
const backend = vi.hoisted(() => ({ requests: [] as BackendRequest[] }));
vi.mock('../api/firestore-base-query.ts', () => ({
  firestoreBaseQuery: async (request: BackendRequest) => {
    backend.requests.push(request);
    return { data: request.op === 'get' ? TEE : [] };
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
  it('has the size chosen that its address names, as the email about a size that is back does', async () => {
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
});
