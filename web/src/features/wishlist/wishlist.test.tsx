// @vitest-environment jsdom
import { configureStore } from '@reduxjs/toolkit';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { shopApi } from '../../api/shop-api.ts';
import type { SubscribeToUserRecord } from '../../api/user-record.ts';
import type { BackendError } from '../../firebase/backend-error.ts';
import { createShopListenerMiddleware } from '../../lib/listener-middleware.ts';
import { toastSlice } from '../../lib/toast-slice.ts';
import { sessionEnded, sessionSlice, sessionStarted } from '../../session/session-slice.ts';
import { listenToWishlist } from './wishlist-listeners.ts';
import { useWishlist, WishlistProvider } from './wishlist-provider.tsx';
import {
  itemWished,
  selectWishlist,
  selectWishlistState,
  wishlistOfferAccepted,
  wishlistSlice,
} from './wishlist-slice.ts';

const answer = vi.hoisted(() => ({ current: { data: null } as { data: null } | { error: BackendError } }));
const asked = vi.hoisted(() => [] as { data?: { wishlist?: { id: string }[] } }[]);
vi.mock('../../api/firestore-base-query.ts', () => ({
  firestoreBaseQuery: async (request: never) => {
    asked.push(request);
    return answer.current;
  },
}));

const USER = { uid: 'u1', email: 'a@example.com', displayName: 'Ada', isAdmin: false };
const TEE = { id: 'tee', name: 'Tee', image: '/art/tee.webp', price: 45 };
const CAP = { id: 'cap', name: 'Cap', image: '/art/cap.webp', price: 20 };
const stored = (product: typeof TEE) => ({ ...product, addedAt: '2026-01-01T00:00:00.000Z' });
const REFUSED = { error: { code: 'permission-denied', message: 'no' } };

function shop(follow: SubscribeToUserRecord) {
  const listener = createShopListenerMiddleware();
  listenToWishlist(listener.startListening, follow);
  const store = configureStore({
    reducer: {
      shopApi: shopApi.reducer,
      toasts: toastSlice.reducer,
      session: sessionSlice.reducer,
      wishlist: wishlistSlice.reducer,
    },
    middleware: (defaults) => defaults().prepend(listener.middleware).concat(shopApi.middleware),
  });
  render(
    <Provider store={store}>
      <WishlistProvider>
        <Probe />
      </WishlistProvider>
    </Provider>,
  );
  return store;
}

function Probe() {
  const { wishlist, error, addToWishlist, removeFromWishlist, clearWishlist, isInWishlist } = useWishlist();
  return (
    <>
      <p role="status">{wishlist.map(({ name }) => name).join(', ') || 'empty'}</p>
      <p role="alert">{error}</p>
      <button type="button" aria-pressed={isInWishlist('tee')} onClick={() => addToWishlist(TEE)}>
        add
      </button>
      <button type="button" onClick={() => removeFromWishlist('tee')}>
        remove
      </button>
      <button type="button" onClick={clearWishlist}>
        clear
      </button>
    </>
  );
}

const recordOf =
  (wishlist: unknown): SubscribeToUserRecord =>
  async (uid, onChange) => {
    onChange({ id: uid, wishlist });
    return () => {};
  };

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const shown = async (text: string) =>
  vi.waitFor(() => expect(screen.getByRole('status').textContent).toBe(text));
const alerted = async (text: string) =>
  vi.waitFor(() => expect(screen.getByRole('alert').textContent).toBe(text));

beforeEach(() => {
  localStorage.clear();
  asked.length = 0;
  answer.current = { data: null };
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});
afterEach(cleanup);

test('useWishlist throws outside its provider', () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  expect(() => render(<Probe />)).toThrow('useWishlist must be used within a WishlistProvider');
});

describe('signed out', () => {
  test('keeps the list under guestWishlist, each product once, ids as strings', async () => {
    const store = shop(recordOf([]));
    await press('add');
    await press('add');
    store.dispatch(itemWished({ ...CAP, id: 7 }));
    const saved = JSON.parse(localStorage.getItem('guestWishlist') ?? '[]');
    expect(saved.map((item: { id: unknown }) => item.id)).toEqual(['tee', '7']);
    expect(new Date(saved[0].addedAt).toISOString()).toBe(saved[0].addedAt);
  });
});

describe('signed in', () => {
  test.each([
    ['add', 'Could not save to cloud. Item added locally.', 'Tee'],
    ['remove', 'Could not save to cloud. Item removed locally.', 'empty'],
    ['clear', 'Could not clear cloud wishlist. Cleared locally.', 'empty'],
  ])('says word for word when the cloud refuses: %s', async (act, message, list) => {
    const store = shop(recordOf(act === 'add' ? [] : [stored(TEE)]));
    store.dispatch(sessionStarted(USER));
    await shown(act === 'add' ? 'empty' : 'Tee');
    answer.current = REFUSED;
    await press(act);
    await alerted(message);
    await shown(list);
  });

  describe('while the account has not answered yet', () => {
    const waiting = () => {
      const { promise: started, resolve } = Promise.withResolvers<Parameters<SubscribeToUserRecord>>();
      const store = shop(async (...following) => {
        resolve(following);
        return () => {};
      });
      store.dispatch(sessionStarted(USER));
      return started;
    };

    test('a wish joins the list of the account and is saved with it, not in its place', async () => {
      const [uid, onChange] = await waiting();
      await press('add');
      await shown('Tee');
      expect(asked).toEqual([]);
      onChange({ id: uid, wishlist: [stored(CAP)] });
      await shown('Cap, Tee');
      await vi.waitFor(() => expect(asked).toHaveLength(1));
      expect(JSON.stringify(asked[0])).toMatch(/"cap".*"tee"/);
      expect(localStorage.getItem('guestWishlist')).toBeNull();
    });

    test('what is taken from the list leaves that of the account, too', async () => {
      localStorage.setItem('guestWishlist', JSON.stringify([stored(TEE)]));
      const [uid, onChange] = await waiting();
      await press('remove');
      await shown('empty');
      onChange({ id: uid, wishlist: [stored(CAP), stored(TEE)] });
      await shown('Cap');
    });

    test('a wish is kept in this browser when no answer comes', async () => {
      const [, , onProblem] = await waiting();
      await press('add');
      onProblem({ code: 'unavailable', message: 'down' });
      await alerted('Could not load wishlist from cloud. Using local data.');
      await shown('Tee');
      expect(localStorage.getItem('guestWishlist')).toContain('"tee"');
    });
  });

  test('says that the list could not be loaded and shows what is kept locally', async () => {
    localStorage.setItem('guestWishlist', JSON.stringify([stored(CAP)]));
    const store = shop(async (_uid, _onChange, onProblem) => {
      onProblem({ code: 'unavailable', message: 'down' });
      return () => {};
    });
    store.dispatch(sessionStarted(USER));
    await alerted('Could not load wishlist from cloud. Using local data.');
    await shown('Cap');
  });

  test("the account's list is shown, the guest's is offered, and sign-out brings back the guest's", async () => {
    localStorage.setItem('guestWishlist', JSON.stringify([stored(CAP), stored(TEE)]));
    const store = shop(recordOf([stored(TEE)]));
    store.dispatch(sessionStarted(USER));
    await shown('Tee');
    expect(selectWishlistState(store.getState()).offered.map(({ id }) => id)).toEqual(['cap']);
    store.dispatch(wishlistOfferAccepted());
    await shown('Tee, Cap');
    store.dispatch(sessionEnded());
    expect(selectWishlist(store.getState())).toEqual([]);
  });
});
