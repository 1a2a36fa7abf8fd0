import { describe, expect, it } from 'vitest';
import { createStore } from '../app/store.ts';
import { toastShown } from '../lib/toast-slice.ts';
import { shareEqualSlices } from './page-data.ts';

const fromJson = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value));

describe('shareEqualSlices', () => {
  it("returns the browser's objects for equal slices, and the server's for others", () => {
    const server = fromJson(createStore().getState());
    const store = createStore();
    store.dispatch(toastShown({ text: 'Added to cart' }));
    const browser = store.getState();

    const shared = shareEqualSlices(server, browser);

    expect(shared.cart).toBe(browser.cart);
    expect(shared.wishlist).toBe(browser.wishlist);
    expect(shared.toasts).toBe(server.toasts);
    expect(fromJson(shared)).toEqual(server);
  });
});
