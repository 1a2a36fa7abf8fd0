// @vitest-environment jsdom
import { configureStore } from '@reduxjs/toolkit';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { shopApi } from '../../api/shop-api.ts';
import type { SubscribeToUserRecord } from '../../api/user-record.ts';
import type { BackendError } from '../../firebase/backend-error.ts';
import { createShopListenerMiddleware } from '../../lib/listener-middleware.ts';
import { toastSlice } from '../../lib/toast-slice.ts';
import { sessionEnded, sessionSlice, sessionStarted } from '../../session/session-slice.ts';
import { listenToWishlist } from './wishlist-listeners.ts';
import { useWishlist, WishlistProvider } from './wishlist-provider.tsx';
import {
  selectWishlistState,
  wishlistItemAdded,
  wishlistMergeAccepted,
  wishlistSlice,
} from './wishlist-slice.ts';

const response = vi.hoisted(() => ({ current: { data: null } as { data: null } | { error: BackendError } }));
const requests = vi.hoisted(() => [] as { data?: { wishlist?: { id: string }[] } }[]);
vi.mock('../../api/firestore-base-query.ts', () => ({
  firestoreBaseQuery: async (request: never) => {
    requests.push(request);
    return response.current;
  },
}));

const USER = { uid: 'u1', email: 'a@example.com', displayName: 'Ada', isAdmin: false };
const TEE = { id: 'tee', name: 'Tee', image: '/art/tee.webp', price: 45 };
const CAP = { id: 'cap', name: 'Cap', image: '/art/cap.webp', price: 20 };
const stored = (product: typeof TEE) => ({ ...product, addedAt: '2026-01-01T00:00:00.000Z' });
const PERMISSION_DENIED = { error: { code: 'permission-denied', message: 'no' } };

function createTestStore(follow: SubscribeToUserRecord) {
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

const click = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const expectItems = async (text: string) =>
  vi.waitFor(() => expect(screen.getByRole('status').textContent).toBe(text));
const expectError = async (text: string) =>
  vi.waitFor(() => expect(screen.getByRole('alert').textContent).toBe(text));

beforeEach(() => {
  localStorage.clear();
  requests.length = 0;
  response.current = { data: null };
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});
afterEach(cleanup);

it('useWishlist throws outside its provider', () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  expect(() => render(<Probe />)).toThrow('useWishlist must be used within a WishlistProvider');
});

describe('the wishlist of a guest', () => {
  it('is stored under guestWishlist with each product once and ids as strings', async () => {
    const store = createTestStore(recordOf([]));
    await click('add');
    await click('add');
    store.dispatch(wishlistItemAdded({ ...CAP, id: 7 }));
    const saved = JSON.parse(localStorage.getItem('guestWishlist') ?? '[]');
    expect(saved.map((item: { id: unknown }) => item.id)).toEqual(['tee', '7']);
    expect(new Date(saved[0].addedAt).toISOString()).toBe(saved[0].addedAt);
  });
});

describe('the wishlist of a signed-in shopper', () => {
  it.each([
    ['add', 'Could not save to cloud. Item added locally.', 'Tee'],
    ['remove', 'Could not save to cloud. Item removed locally.', 'empty'],
    ['clear', 'Could not clear cloud wishlist. Cleared locally.', 'empty'],
  ])(
    'shows the message of the specification when the save after %s is denied',
    async (action, message, items) => {
      const store = createTestStore(recordOf(action === 'add' ? [] : [stored(TEE)]));
      store.dispatch(sessionStarted(USER));
      await expectItems(action === 'add' ? 'empty' : 'Tee');
      response.current = PERMISSION_DENIED;
      await click(action);
      await expectError(message);
      await expectItems(items);
    },
  );

  describe("while the account's list is loading", () => {
    const startLoading = () => {
      const { promise: started, resolve } = Promise.withResolvers<Parameters<SubscribeToUserRecord>>();
      const store = createTestStore(async (...args) => {
        resolve(args);
        return () => {};
      });
      store.dispatch(sessionStarted(USER));
      return started;
    };

    it("merges an added item into the account's list instead of replacing it", async () => {
      const [uid, onChange] = await startLoading();
      await click('add');
      await expectItems('Tee');
      expect(requests).toEqual([]);
      onChange({ id: uid, wishlist: [stored(CAP)] });
      await expectItems('Cap, Tee');
      await vi.waitFor(() => expect(requests).toHaveLength(1));
      expect(JSON.stringify(requests[0])).toMatch(/"cap".*"tee"/);
      expect(localStorage.getItem('guestWishlist')).toBeNull();
    });

    it("removes a removed item from the account's list as well", async () => {
      localStorage.setItem('guestWishlist', JSON.stringify([stored(TEE)]));
      const [uid, onChange] = await startLoading();
      await click('remove');
      await expectItems('empty');
      onChange({ id: uid, wishlist: [stored(CAP), stored(TEE)] });
      await expectItems('Cap');
    });

    it('stores an added item locally when loading fails', async () => {
      const [, , onProblem] = await startLoading();
      await click('add');
      onProblem({ code: 'unavailable', message: 'down' });
      await expectError('Could not load wishlist from cloud. Using local data.');
      await expectItems('Tee');
      expect(localStorage.getItem('unsavedWishlist')).toContain('"tee"');
      expect(localStorage.getItem('guestWishlist')).toBeNull();
    });
  });

  it('keeps items that the account did not store apart from those of a guest', async () => {
    localStorage.setItem('guestWishlist', JSON.stringify([stored(CAP)]));
    const store = createTestStore(recordOf([]));
    store.dispatch(sessionStarted(USER));
    response.current = PERMISSION_DENIED;
    await click('add');
    await expectError('Could not save to cloud. Item added locally.');
    expect(localStorage.getItem('guestWishlist')).not.toContain('"tee"');
    store.dispatch(sessionEnded());
    await expectItems('Cap');
  });

  it('shows nothing of one account to the next that takes its place', async () => {
    const store = createTestStore(async (uid, onChange) => {
      if (uid === USER.uid) onChange({ id: uid, wishlist: [stored(TEE)] });
      return () => {};
    });
    store.dispatch(sessionStarted(USER));
    await expectItems('Tee');
    store.dispatch(sessionStarted({ ...USER, uid: 'u2' }));
    await expectItems('empty');
  });

  it('shows an error and the local list when loading fails', async () => {
    localStorage.setItem('guestWishlist', JSON.stringify([stored(CAP)]));
    const store = createTestStore(async (_uid, _onChange, onProblem) => {
      onProblem({ code: 'unavailable', message: 'down' });
      return () => {};
    });
    store.dispatch(sessionStarted(USER));
    await expectError('Could not load wishlist from cloud. Using local data.');
    await expectItems('Cap');
  });

  it("shows the account's list, keeps guest items as a pending merge, and shows the guest list again after signing out", async () => {
    localStorage.setItem('guestWishlist', JSON.stringify([stored(CAP), stored(TEE)]));
    const store = createTestStore(recordOf([stored(TEE)]));
    store.dispatch(sessionStarted(USER));
    await expectItems('Tee');
    expect(selectWishlistState(store.getState()).pendingMerge.map(({ id }) => id)).toEqual(['cap']);
    store.dispatch(wishlistMergeAccepted());
    await expectItems('Tee, Cap');
    store.dispatch(sessionEnded());
    expect(selectWishlistState(store.getState()).items).toEqual([]);
  });
});
