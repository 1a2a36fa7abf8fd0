// @vitest-environment jsdom
import { configureStore } from '@reduxjs/toolkit';
import type { SaveProductRequest } from '@savepoint/model/callables';
import type { Product } from '@savepoint/model/product';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Provider } from 'react-redux';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { shopApi } from '../../api/shop-api.ts';
import { Toasts } from '../../components/toasts.tsx';
import type { BackendRequest } from '../../firebase/request.ts';
import { toastSlice } from '../../lib/toast-slice.ts';
import { ProductForm } from './product-form.tsx';

const OPENED = {
  id: 'tee',
  name: 'Tee',
  price: 45,
  image: '/art/tee.webp',
  images: ['/art/tee.webp'],
  category: 'apparel',
  description: 'Soft',
  features: [],
  specifications: {},
  featured: false,
  variants: [{ stock: 5 }],
  status: 'active',
  updatedAt: 'v1',
} as unknown as Product;

/** A backend with one product, which accepts a save of its version only. */
const backend = vi.hoisted(() => ({
  stored: undefined as unknown as Product,
  saves: 0,
  rejection: undefined as object | undefined,
}));
vi.mock('../../api/firestore-base-query.ts', () => ({
  firestoreBaseQuery: async (request: BackendRequest) => {
    if (request.op === 'get') return { data: backend.stored };
    const { version, product } = (request as unknown as { data: SaveProductRequest }).data;
    backend.saves += 1;
    if (backend.rejection !== undefined) return { error: backend.rejection };
    if (version !== backend.stored.updatedAt) return { error: { code: 'aborted', message: 'Changed.' } };
    backend.stored = { ...backend.stored, ...product, updatedAt: `saved-${backend.saves}` } as Product;
    return { data: { productId: 'tee', version: backend.stored.updatedAt } };
  },
}));

/** Opens the form of the product, after which somebody else makes the changes. */
function open(theirs: Partial<Product>) {
  backend.stored = { ...OPENED, ...theirs, updatedAt: 'v2' };
  const store = configureStore({
    reducer: { shopApi: shopApi.reducer, toasts: toastSlice.reducer },
    middleware: (defaults) => defaults({ serializableCheck: false }).concat(shopApi.middleware),
  });
  const category = { id: 'apparel', name: 'Apparel', image: '', description: '', featured: false };
  const element = (
    <Provider store={store}>
      <ProductForm product={OPENED} categories={[category]} onSaved={() => {}} />
      <Toasts />
    </Provider>
  );
  render(<RouterProvider router={createMemoryRouter([{ path: '/', element }])} />);
}
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

beforeEach(() => {
  backend.saves = 0;
  backend.rejection = undefined;
});
afterEach(cleanup);

describe('the product form, when the product was changed since it was opened,', () => {
  it('saves an edit of the description after an order, with the stock that the order left', async () => {
    open({ variants: [{ stock: 3 }] });
    type('Description', 'Mine');
    press('Save');
    expect(
      await screen.findByText(/Saved and on sale\. What somebody else changed meanwhile is kept: Stock\./),
    ).toBeDefined();
    expect(backend.stored).toMatchObject({ description: 'Mine', variants: [{ stock: 3 }] });
    expect(backend.saves).toBe(2);
  });

  it.each([
    ['Keep mine', 'Mine'],
    ['Take theirs', 'Theirs'],
  ])(
    'names the field that both changed; %s saves the description %j with the other fields of both',
    async (choice, description) => {
      open({ description: 'Theirs', variants: [{ stock: 3 }] });
      type('Description', 'Mine');
      type('Price in $', '50');
      press('Save');
      expect(await screen.findByText(/you both changed: Description\./)).toBeDefined();
      expect(backend.saves).toBe(1);
      press(choice);
      await waitFor(() => expect(backend.saves).toBe(2));
      await waitFor(() =>
        expect(backend.stored).toMatchObject({ description, price: 50, variants: [{ stock: 3 }] }),
      );
      expect(screen.queryByRole('button', { name: choice })).toBeNull();
    },
  );
});

it('The product form reports, at its category, that the category was deleted since the form was opened', async () => {
  const message = "There is no category 'apparel'. The categories are: accessories.";
  backend.rejection = { code: 'invalid-argument', message, details: { field: 'product.category' } };
  open({});
  type('Description', 'Mine');
  press('Save');
  const category = screen.getByLabelText('Category');
  await waitFor(() => expect(category.getAttribute('aria-invalid')).toBe('true'));
  const ids = category.getAttribute('aria-describedby')?.split(' ') ?? [];
  expect(ids.map((id) => document.getElementById(id)?.textContent)).toContain(message);
});
