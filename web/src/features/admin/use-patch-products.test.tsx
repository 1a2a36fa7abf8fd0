// @vitest-environment jsdom
import { configureStore, createListenerMiddleware } from '@reduxjs/toolkit';
import type { PatchProductsRequest } from '@savepoint/model/callables';
import type { Product } from '@savepoint/model/product';
import { cleanup, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { shopApi } from '../../api/shop-api.ts';
import type { BackendRequest } from '../../firebase/request.ts';
import { toastSlice } from '../../lib/toast-slice.ts';
import { usePatchProducts } from './use-patch-products.ts';

const EDITED = { id: 'tee', name: 'Tee', price: 45, variants: [{ stock: 5 }], updatedAt: 'v1' } as Product;

/** A backend with one product, which accepts a patch of its version only. */
const backend = vi.hoisted(() => ({ stored: undefined as unknown as Product, saves: 0 }));
vi.mock('../../api/firestore-base-query.ts', () => ({
  firestoreBaseQuery: async (request: BackendRequest) => {
    const { products } = (request as unknown as { data: PatchProductsRequest }).data;
    const [{ version, changes }] = products as [PatchProductsRequest['products'][number]];
    await new Promise((resolve) => setImmediate(resolve));
    if (version !== backend.stored.updatedAt) return { error: { code: 'aborted', message: 'Changed.' } };
    backend.saves += 1;
    backend.stored = { ...backend.stored, ...changes, updatedAt: `saved-${backend.saves}` } as Product;
    return { data: { products: [{ productId: 'tee', version: backend.stored.updatedAt }] } };
  },
}));

function renderPatch() {
  const listener = createListenerMiddleware();
  const store = configureStore({
    reducer: { shopApi: shopApi.reducer, toasts: toastSlice.reducer },
    middleware: (defaults) => defaults().prepend(listener.middleware).concat(shopApi.middleware),
  });
  const wrapper = ({ children }: { children: ReactNode }) => <Provider store={store}>{children}</Provider>;
  return renderHook(() => usePatchProducts(), { wrapper }).result.current;
}

describe('patches of a product', () => {
  beforeEach(() => {
    backend.stored = EDITED;
    backend.saves = 0;
  });
  afterEach(cleanup);

  it('are all saved when the product is edited again before its last edit is saved or shown', async () => {
    const patch = renderPatch();
    const first = patch([{ product: EDITED, changes: { price: 50 } }], 'Price saved.');
    const second = patch([{ product: EDITED, changes: { variants: [{ stock: 7 }] } }], 'Stock saved.');
    expect(await Promise.all([first, second])).toEqual([undefined, undefined]);
    expect(await patch([{ product: EDITED, changes: { price: 55 } }], 'Price saved.')).toBeUndefined();
    expect(backend.stored).toMatchObject({ price: 55, variants: [{ stock: 7 }] });
  });

  it('are rejected if somebody else has changed the product, even after an edit by this page', async () => {
    const patch = renderPatch();
    await patch([{ product: EDITED, changes: { price: 50 } }], 'Price saved.');
    backend.stored = { ...backend.stored, price: 60, updatedAt: 'theirs' };
    const failure = await patch([{ product: EDITED, changes: { price: 55 } }], 'Price saved.');
    expect(failure).toMatchObject({ message: 'Changed.' });
    expect(backend.stored.price).toBe(60);
  });
});
