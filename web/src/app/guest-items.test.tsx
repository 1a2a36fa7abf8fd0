// @vitest-environment jsdom
import { configureStore } from '@reduxjs/toolkit';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { Provider } from 'react-redux';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { cartSlice } from '../features/cart/cart-slice.ts';
import {
  accountWishlistLoaded,
  selectWishlistState,
  wishlistItemAdded,
  wishlistSlice,
} from '../features/wishlist/wishlist-slice.ts';
import { sessionSlice, sessionStarted } from '../session/session-slice.ts';
import { GuestItems } from './guest-items.tsx';

const CAP = { id: 'cap', name: 'Cap', image: '/art/cap.webp', price: 20 };

beforeEach(() => localStorage.clear());
afterEach(cleanup);

it("a guest's wishlist items are offered on every page after login, and can be added there", async () => {
  const store = configureStore({
    reducer: {
      cart: cartSlice.reducer,
      session: sessionSlice.reducer,
      wishlist: wishlistSlice.reducer,
    },
  });
  render(
    <Provider store={store}>
      <GuestItems />
    </Provider>,
  );
  store.dispatch(wishlistItemAdded(CAP));
  const guest = selectWishlistState(store.getState()).items;
  expect(screen.queryByRole('region')).toBeNull();
  store.dispatch(sessionStarted({ uid: 'u1', email: 'a@example.com', displayName: 'Ada' }));
  store.dispatch(accountWishlistLoaded({ uid: 'u1', items: [], guest }));
  const offer = await screen.findByRole(
    'region',
    { name: 'Saved before you logged in' },
    { timeout: 10_000 },
  );
  expect(offer.textContent).toContain('1 item to a wishlist before you logged in: Cap.');
  fireEvent.click(within(offer).getByRole('button', { name: 'Add all' }));
  expect(selectWishlistState(store.getState()).items.map(({ id }) => id)).toEqual(['cap']);
  expect(screen.queryByRole('region')).toBeNull();
});
