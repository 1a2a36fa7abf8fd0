// @vitest-environment jsdom
import { configureStore, createListenerMiddleware } from '@reduxjs/toolkit';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { shopApi } from '../../api/shop-api.ts';
import { listenToUserRecord } from '../../api/user-record.ts';
import type { AppDispatch, RootState } from '../../app/store.ts';
import type { BackendError } from '../../firebase/backend-error.ts';
import { toastSlice } from '../../lib/toast-slice.ts';
import { sessionEnded, sessionSlice, sessionStarted } from '../../session/session-slice.ts';
import { listenToWishlist } from './wishlist-listeners.ts';
import { useWishlist, WishlistProvider } from './wishlist-provider.tsx';
import {
  selectWishlistState,
  wishlistItemAdded,
  wishlistMergeAccepted,
  wishlistSaveRetried,
  wishlistSlice,
} from './wishlist-slice.ts';

const response = vi.hoisted(() => ({
  current: { data: null } as { data: null } | { error: BackendError } | Promise<never>,
}));
const requests = vi.hoisted(() => [] as { data?: { wishlist?: { id: string }[] } }[]);
/** The response to a read of a user record: a promise that never resolves while it is loading. */
const records = vi.hoisted(() => ({ read: (_uid: string): unknown => new Promise(() => {}) }));
/** The listeners to the user record. */
const listeners = vi.hoisted(() => [] as ((record: { id: string; wishlist: unknown }) => void)[]);
vi.mock('../../firebase/sdk-client.ts', () => ({
  subscribeToDocument: async (_path: string, onChange: (typeof listeners)[number]) => {
    listeners.push(onChange);
    return () => {};
  },
}));
vi.mock('../../api/firestore-base-query.ts', () => ({
  firestoreBaseQuery: async (request: { op: string; path: string }) => {
    if (request.op === 'get') return records.read(request.path.replace('users/', ''));
    requests.push(request as never);
    return response.current;
  },
}));

const USER = { uid: 'u1', email: 'a@example.com', displayName: 'Ada' };
const TEE = { id: 'tee', name: 'Tee', image: '/art/tee.webp', price: 45 };
const CAP = { id: 'cap', name: 'Cap', image: '/art/cap.webp', price: 20 };
const stored = (product: typeof TEE) => ({ ...product, addedAt: '2026-01-01T00:00:00.000Z' });
const UNAVAILABLE = { error: { code: 'unavailable', message: 'down' } };
const PERMISSION_DENIED = { error: { code: 'permission-denied', message: 'no' } };

/** A store whose user records are read with `read`. */
function createTestStore(read: typeof records.read) {
  records.read = read;
  const listener = createListenerMiddleware();
  listenToWishlist(listener.startListening.withTypes<RootState, AppDispatch>());
  listenToUserRecord(listener.startListening.withTypes<RootState, AppDispatch>());
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

const recordOf = (wishlist: unknown) => (uid: string) => ({ data: { id: uid, wishlist } });

const click = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const expectItems = async (text: string) =>
  vi.waitFor(() => expect(screen.getByRole('status').textContent).toBe(text));
const expectError = async (text: string) =>
  vi.waitFor(() => expect(screen.getByRole('alert').textContent).toBe(text));

beforeEach(() => {
  localStorage.clear();
  requests.length = 0;
  listeners.length = 0;
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
    /** Starts a session; the returned function resolves its record. */
    const startLoading = () => {
      const { promise, resolve } = Promise.withResolvers<unknown>();
      const store = createTestStore(() => promise);
      store.dispatch(sessionStarted(USER));
      return resolve;
    };

    it("merges an added item into the account's list instead of replacing it", async () => {
      const respond = startLoading();
      await click('add');
      await expectItems('Tee');
      expect(requests).toEqual([]);
      respond({ data: { id: USER.uid, wishlist: [stored(CAP)] } });
      await expectItems('Cap, Tee');
      await vi.waitFor(() => expect(requests).toHaveLength(1));
      expect(JSON.stringify(requests[0])).toMatch(/"cap".*"tee"/);
      expect(localStorage.getItem('guestWishlist')).toBeNull();
    });

    it("removes a removed item from the account's list as well", async () => {
      localStorage.setItem('guestWishlist', JSON.stringify([stored(TEE)]));
      const respond = startLoading();
      await click('remove');
      await expectItems('empty');
      respond({ data: { id: USER.uid, wishlist: [stored(CAP), stored(TEE)] } });
      await expectItems('Cap');
    });

    it('stores an added item locally when loading fails', async () => {
      const respond = startLoading();
      await click('add');
      respond(UNAVAILABLE);
      await expectError('Could not load wishlist from cloud. Using local data.');
      await expectItems('Tee');
      expect(localStorage.getItem('unsavedWishlist')).toContain('"tee"');
      expect(localStorage.getItem('guestWishlist')).toBeNull();
    });
  });

  describe('when the page is closed during a save', () => {
    /** Reloads the page, with the account's items by then. */
    const reload = (accountItems: readonly unknown[]) => {
      cleanup();
      response.current = { data: null };
      const store = createTestStore(recordOf(accountItems));
      store.dispatch(sessionStarted(USER));
      return store;
    };
    const startSaving = async (accountItems: readonly unknown[], expected: string) => {
      const store = createTestStore(recordOf(accountItems));
      store.dispatch(sessionStarted(USER));
      await expectItems(expected);
      response.current = new Promise<never>(() => {});
      return store;
    };

    it("adds the item to the account's list, and saves it", async () => {
      await startSaving([], 'empty');
      await click('add');
      const store = reload([stored(CAP)]);
      await expectItems('Cap, Tee');
      expect(selectWishlistState(store.getState()).pendingMerge).toEqual([]);
      await vi.waitFor(() => expect(localStorage.getItem('unsavedWishlist')).toBeNull());
      expect(JSON.stringify(requests.at(-1))).toMatch(/"cap".*"tee"/);
    });

    it('removes the item, and keeps an item added on another device', async () => {
      await startSaving([stored(TEE)], 'Tee');
      await click('remove');
      reload([stored(TEE), stored(CAP)]);
      await expectItems('Cap');
    });

    it('keeps the items of the guest that were being added', async () => {
      localStorage.setItem('guestWishlist', JSON.stringify([stored(TEE)]));
      const store = await startSaving([], 'empty');
      store.dispatch(wishlistMergeAccepted());
      await expectItems('Tee');
      reload([]);
      await expectItems('Tee');
      await vi.waitFor(() => expect(requests).toHaveLength(2));
    });

    it('keeps the first of two changes', async () => {
      const store = await startSaving([], 'empty');
      await click('add');
      store.dispatch(wishlistItemAdded(CAP));
      await expectItems('Tee, Cap');
      reload([]);
      await expectItems('Tee, Cap');
    });

    it("removes an item that the account stored without this page's knowledge", async () => {
      await startSaving([], 'empty');
      await click('add');
      await click('remove');
      await expectItems('empty');
      reload([stored(TEE)]);
      await vi.waitFor(() => expect(requests.at(-1)?.data?.wishlist).toEqual([]));
      await expectItems('empty');
    });

    it.each([
      ['removes', ['remove'], 'empty'],
      ['keeps', ['remove', 'add'], 'Tee'],
    ])('%s the item as asked while the list is loading again', async (_verb, clicks, expected) => {
      await startSaving([], 'empty');
      await click('add');
      cleanup();
      response.current = { data: null };
      const { promise, resolve } = Promise.withResolvers<unknown>();
      createTestStore(() => promise).dispatch(sessionStarted(USER));
      await expectItems('Tee');
      for (const name of clicks) await click(name);
      resolve({ data: { id: USER.uid, wishlist: [stored(TEE)] } });
      await vi.waitFor(() => expect(localStorage.getItem('unsavedWishlist')).toBeNull());
      await expectItems(expected);
    });

    it('has nothing left to save if the account had stored it', async () => {
      await startSaving([], 'empty');
      await click('add');
      reload([stored(TEE)]);
      await expectItems('Tee');
      await vi.waitFor(() => expect(localStorage.getItem('unsavedWishlist')).toBeNull());
      expect(requests).toHaveLength(1);
    });
  });

  it("does not overwrite the account's unreadable list with an item added then", async () => {
    const store = createTestStore(() => UNAVAILABLE);
    store.dispatch(sessionStarted(USER));
    await expectError('Could not load wishlist from cloud. Using local data.');
    await click('add');
    await expectItems('Tee');
    expect(requests).toEqual([]);
    records.read = recordOf([stored(CAP)]);
    store.dispatch(wishlistSaveRetried());
    await expectItems('Cap, Tee');
    await expectError('');
    await vi.waitFor(() => expect(JSON.stringify(requests)).toMatch(/"cap".*"tee"/));
  });

  it("stores items that the account did not store separately from a guest's", async () => {
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

  it('shows nothing of one account to the next one', async () => {
    const store = createTestStore((uid) =>
      uid === USER.uid ? { data: { id: uid, wishlist: [stored(TEE)] } } : new Promise(() => {}),
    );
    store.dispatch(sessionStarted(USER));
    await expectItems('Tee');
    store.dispatch(sessionStarted({ ...USER, uid: 'u2' }));
    await expectItems('empty');
  });

  it('shows an error and the local list when loading fails', async () => {
    localStorage.setItem('guestWishlist', JSON.stringify([stored(CAP)]));
    const store = createTestStore(() => UNAVAILABLE);
    store.dispatch(sessionStarted(USER));
    await expectError('Could not load wishlist from cloud. Using local data.');
    await expectItems('Cap');
  });

  it("shows the account's list, without the error, when it arrives after loading has failed", async () => {
    const store = createTestStore(() => UNAVAILABLE);
    store.dispatch(sessionStarted(USER));
    await expectError('Could not load wishlist from cloud. Using local data.');
    await vi.waitFor(() => expect(listeners).not.toEqual([]));
    listeners.at(-1)?.({ id: USER.uid, wishlist: [stored(TEE)] });
    await expectItems('Tee');
    await expectError('');
  });

  it('shows an item that another device added', async () => {
    const store = createTestStore(recordOf([stored(TEE)]));
    store.dispatch(sessionStarted(USER));
    await expectItems('Tee');
    await vi.waitFor(() => expect(listeners).not.toEqual([]));
    listeners.at(-1)?.({ id: USER.uid, wishlist: [stored(TEE), stored(CAP)] });
    await expectItems('Tee, Cap');
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
