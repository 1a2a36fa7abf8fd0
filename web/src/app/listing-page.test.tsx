// @vitest-environment jsdom
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { Provider } from 'react-redux';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { BackendRequest } from '../firebase/request.ts';
import { Component as ListingPage } from '../routes/shop.tsx';
import { createStore } from './store.ts';

/** Reads wait until a test releases them. */
const backend = vi.hoisted(() => ({
  waiting: [] as (() => void)[],
  isOffline: false,
  hold: false,
}));
vi.mock('../api/firestore-base-query.ts', () => ({
  firestoreBaseQuery: async (request: BackendRequest) => {
    if (backend.hold) await new Promise<void>((resolve) => backend.waiting.push(resolve));
    if (backend.isOffline) return { error: { code: 'unavailable', message: 'offline' } };
    if (request.op === 'file') return { data: PRODUCTS };
    return { data: request.op === 'query' && request.path === 'categories' ? CATEGORIES : [] };
  },
}));
const CATEGORIES = [{ id: 'apparel', name: 'Apparel', image: '/a.webp', description: '', featured: false }];
const product = (id: string, name: string) => ({
  ...{ id, name, price: 45, image: '/art/tee.webp', category: 'apparel', rating: 4.5, reviews: 2 },
  ...{ inStock: true, featured: false, variants: [{ size: 'M', stock: 3 }], tags: [], searchText: name },
});
const PRODUCTS = [product('fox', 'Fox Tee'), product('owl', 'Owl Tee')];

/**
 * The moments at which the page showed a count in progress beside results, or beside facets with
 * counts.
 */
const contradictions: string[] = [];
const COUNTING = /Counting…/;
const RESULT =
  /No results|No matching products|Nothing here yet|does not exist|could not load|\d+ products?\b/;
let observer: MutationObserver;

beforeEach(() => {
  contradictions.length = 0;
  Object.assign(backend, { waiting: [], isOffline: false, hold: false });
  observer = new MutationObserver(() => {
    const text = document.querySelector('main')?.textContent ?? '';
    const counts = document.querySelectorAll('.facet-count').length;
    if (COUNTING.test(text) && (RESULT.test(text) || counts > 0)) contradictions.push(text);
  });
  observer.observe(document.body, { childList: true, characterData: true, subtree: true });
});
afterEach(() => {
  observer.disconnect();
  cleanup();
});

function open(address: string) {
  const router = createMemoryRouter(
    [
      { path: '/shop', element: <ListingPage /> },
      { path: '/shop/:category', element: <ListingPage /> },
    ],
    { initialEntries: [address] },
  );
  render(
    <Provider store={createStore()}>
      <RouterProvider router={router} />
    </Provider>,
  );
  return router;
}

const go = async () => {
  await act(async () => {
    for (const resolve of backend.waiting.splice(0)) resolve();
  });
};

describe('the listing page', () => {
  it.each([
    '/shop?q=zebra',
    '/shop?rating=4.5&price=0-25',
    '/shop/apparel?q=zebra&price=0-25',
    '/shop/nowhere',
    '/shop/sale',
    '/shop?q=fox',
    '/shop',
  ])(
    'shows a count in progress or results at %s, never both, while reads and chunks arrive',
    async (address) => {
      backend.hold = true;
      open(address);
      expect(screen.queryByText(COUNTING)).toBeTruthy();
      while (screen.queryByText(COUNTING) !== null) await go();
      await waitFor(() => expect(document.querySelector('main')?.textContent).toMatch(RESULT));
      expect(contradictions).toEqual([]);
    },
  );

  it('shows a count in progress or results, never both, from search to search and filter to filter', async () => {
    const router = open('/shop?q=zebra');
    await screen.findByText('No results for “zebra”');
    for (const [address, result] of [
      ['/shop?q=yak', 'No results for “yak”'],
      ['/shop?q=fox', '1 product'],
      ['/shop?q=fox&price=0-25', 'No matching products'],
      ['/shop?q=yak', 'No results for “yak”'],
      ['/shop', '2 products'],
      ['/shop/nowhere', 'This category does not exist'],
      ['/shop?q=zebra', 'No results for “zebra”'],
    ] as const) {
      await act(() => router.navigate(address));
      await screen.findByText(result);
    }
    expect(contradictions).toEqual([]);
  });

  it('shows a count in progress or an error, never both, without a connection', async () => {
    backend.isOffline = true;
    open('/shop?q=zebra');
    await screen.findByText('We could not load the products', undefined, { timeout: 30_000 });
    expect(contradictions).toEqual([]);
  });
});
