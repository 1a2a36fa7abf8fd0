// @vitest-environment jsdom
import { configureStore } from '@reduxjs/toolkit';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { shopApi } from '../../api/shop-api.ts';
import type { SubscribeToUserRecord } from '../../api/user-record.ts';
import type { BackendError } from '../../firebase/backend-error.ts';
import type { PlainDocument } from '../../firebase/request.ts';
import { createShopListenerMiddleware } from '../../lib/listener-middleware.ts';
import { selectToasts, toastSlice } from '../../lib/toast-slice.ts';
import { orderPaid } from '../../session/order-events.ts';
import { sessionEnded, sessionSlice, sessionStarted } from '../../session/session-slice.ts';
import { listenToCart, startCart } from './cart-listeners.ts';
import {
  cartSlice,
  itemAdded,
  lineRemoved,
  lineSavedForLater,
  offerAccepted,
  offerDismissed,
  quantitySet,
  savedLineMovedToCart,
  selectCart,
  selectCartLines,
  selectCartUnits,
  selectOfferedLines,
} from './cart-slice.ts';

const cloud = vi.hoisted(() => ({
  sent: [] as { path?: string; data?: Record<string, unknown> }[],
  answer: { data: null } as { data: null } | { error: BackendError } | Promise<{ data: null }>,
}));
vi.mock('../../api/firestore-base-query.ts', () => ({
  firestoreBaseQuery: async (request: { path?: string; data?: Record<string, unknown> }) => {
    cloud.sent.push(request);
    return cloud.answer;
  },
}));

const USER = { uid: 'u1', email: 'a@example.com', displayName: 'Ada', isAdmin: false };
const line = (id: string, quantity = 1, size?: string) => ({
  id,
  name: id,
  image: `/art/${id}.webp`,
  price: 45,
  quantity,
  ...(size !== undefined && { size }),
});

/** A shop whose account record the test plays. */
function shop() {
  let tell: (record: PlainDocument | null) => void = () => {};
  const follow: SubscribeToUserRecord = async (_uid, onChange) => {
    tell = onChange;
    return () => {};
  };
  const listener = createShopListenerMiddleware();
  listenToCart(listener.startListening, follow);
  const store = configureStore({
    reducer: {
      shopApi: shopApi.reducer,
      toasts: toastSlice.reducer,
      session: sessionSlice.reducer,
      cart: cartSlice.reducer,
    },
    middleware: (defaults) => defaults().prepend(listener.middleware).concat(shopApi.middleware),
  });
  const ids = () => selectCartLines(store.getState()).map(({ id }) => id);
  const account = (cart: unknown[], rest: object = {}) => tell({ id: 'u1', cart, ...rest });
  const signIn = async (cart: unknown[]) => {
    store.dispatch(sessionStarted(USER));
    await vi.waitFor(() => expect(tell).not.toBe(undefined));
    await Promise.resolve();
    account(cart);
  };
  return { store, ids, account, signIn };
}

const storedIds = () => JSON.parse(localStorage.getItem('cart') ?? '[]').map(({ id }: { id: string }) => id);
const lastSaved = () =>
  cloud.sent.at(-1)?.data as { cart: { id: string }[]; savedForLater: { id: string }[] };

beforeEach(() => {
  localStorage.clear();
  cloud.sent.length = 0;
  cloud.answer = { data: null };
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});

describe('signed out', () => {
  test('is kept under the key cart and salvaged from tampering', () => {
    localStorage.setItem('cart', JSON.stringify([line('tee'), { id: 'bad', price: -1 }, 'nonsense']));
    const { store, ids } = shop();
    expect(ids()).toEqual(['tee']);
    store.dispatch(itemAdded(line('cap', 2)));
    expect(storedIds()).toEqual(['tee', 'cap']);
    store.dispatch(quantitySet({ key: 'cap', quantity: 0 }));
    expect(storedIds()).toEqual(['tee']);
    expect(cloud.sent).toEqual([]);
  });

  test('two sizes are two lines; the same line grows', () => {
    const { store } = shop();
    store.dispatch(itemAdded(line('tee', 1, 'M')));
    store.dispatch(itemAdded(line('tee', 1, 'L')));
    store.dispatch(itemAdded(line('tee', 2, 'M')));
    expect(selectCartLines(store.getState()).map(({ size, quantity }) => [size, quantity])).toEqual([
      ['M', 3],
      ['L', 1],
    ]);
    expect(selectCartUnits(store.getState())).toBe(4);
  });

  test('a removed line can be brought back by the offer that is spoken', () => {
    const { store, ids } = shop();
    store.dispatch(itemAdded(line('tee', 3)));
    store.dispatch(lineRemoved('tee'));
    expect(ids()).toEqual([]);
    const offer = selectToasts(store.getState()).at(-1)?.button;
    expect(offer?.label).toBe('Undo');
    if (offer) store.dispatch(offer.action);
    expect(selectCartUnits(store.getState())).toBe(3);
  });

  test('saving for later and back loses nothing', () => {
    const { store, ids } = shop();
    store.dispatch(itemAdded(line('tee', 3)));
    store.dispatch(lineSavedForLater('tee'));
    expect(ids()).toEqual([]);
    store.dispatch(savedLineMovedToCart('tee'));
    expect(selectCartUnits(store.getState())).toBe(3);
  });

  test('follows what another tab stores', () => {
    const { store, ids } = shop();
    const stop = startCart(store.dispatch);
    localStorage.setItem('cart', JSON.stringify([line('other-tab')]));
    dispatchEvent(new StorageEvent('storage', { key: 'cart' }));
    expect(ids()).toEqual(['other-tab']);
    stop();
  });
});

describe('sign-in', () => {
  test("the account's cart wins and the guest's extra lines are offered until answered", async () => {
    const { store, ids, signIn } = shop();
    store.dispatch(itemAdded(line('guest')));
    store.dispatch(itemAdded(line('both')));
    await signIn([line('both', 2), line('account')]);
    expect(ids()).toEqual(['both', 'account']);
    expect(selectOfferedLines(store.getState()).map(({ id }) => id)).toEqual(['guest']);
    store.dispatch(offerAccepted());
    expect(ids()).toEqual(['both', 'account', 'guest']);
    await vi.waitFor(() =>
      expect(lastSaved().cart.map(({ id }) => id)).toEqual(['both', 'account', 'guest']),
    );
    expect(selectOfferedLines(store.getState())).toEqual([]);
  });

  test('an account without a cart takes the guest cart over', async () => {
    const { store, ids, signIn } = shop();
    store.dispatch(itemAdded(line('guest')));
    await signIn([]);
    expect(ids()).toEqual(['guest']);
    expect(selectOfferedLines(store.getState())).toEqual([]);
    await vi.waitFor(() => expect(lastSaved().cart.map(({ id }) => id)).toEqual(['guest']));
  });

  test('a dismissed offer is gone, an unanswered one comes back after signing out', async () => {
    const { store, ids, signIn } = shop();
    store.dispatch(itemAdded(line('guest')));
    await signIn([line('account')]);
    store.dispatch(sessionEnded());
    expect(ids()).toEqual(['guest']);
    await signIn([line('account')]);
    store.dispatch(offerDismissed());
    store.dispatch(sessionEnded());
    expect(ids()).toEqual([]);
    expect(storedIds()).toEqual([]);
  });
});

describe('signed in', () => {
  test('a change on another device arrives', async () => {
    const { ids, signIn, account } = shop();
    await signIn([line('tee')]);
    account([line('tee'), line('phone')]);
    expect(ids()).toEqual(['tee', 'phone']);
  });

  test('a save that fails only warns: the local cart stands and can be saved again', async () => {
    const { store, ids, signIn, account } = shop();
    await signIn([line('tee')]);
    cloud.answer = { error: { code: 'permission-denied', message: 'no' } };
    store.dispatch(itemAdded(line('cap')));
    await vi.waitFor(() => expect(selectCart(store.getState()).unsaved).toBe(true));
    expect(console.warn).toHaveBeenCalled();
    account([line('tee')]);
    expect(ids()).toEqual(['tee', 'cap']);
    cloud.answer = { data: null };
    store.dispatch(quantitySet({ key: 'cap', quantity: 2 }));
    await vi.waitFor(() => expect(selectCart(store.getState()).unsaved).toBe(false));
  });

  /** The page is loaded anew by the same shopper: only local storage remains. */
  const reload = async (
    accountCart: unknown[],
    meanwhile: (next: ReturnType<typeof shop>) => void = () => {},
  ) => {
    const next = shop();
    next.store.dispatch(sessionStarted(USER));
    await Promise.resolve();
    meanwhile(next);
    await Promise.resolve();
    next.account(accountCart);
    return next;
  };
  /** Saves that never reach the account, as when the page goes away first. */
  const loseSaves = () => {
    cloud.answer = new Promise<{ data: null }>(() => {});
  };

  test('what was added just before a reload is kept, though the account had not heard of it', async () => {
    const { store, signIn } = shop();
    await signIn([line('tee')]);
    loseSaves();
    store.dispatch(itemAdded(line('cap')));
    const { ids } = await reload([line('tee')]);
    expect(ids()).toEqual(['tee', 'cap']);
    expect(lastSaved().cart.map(({ id }) => id)).toEqual(['tee', 'cap']);
  });

  test('what was removed just before a reload stays away, and what another device added comes', async () => {
    const { store, signIn } = shop();
    await signIn([line('tee'), line('cap')]);
    loseSaves();
    store.dispatch(lineRemoved('tee'));
    const { ids } = await reload([line('tee'), line('cap'), line('phone')]);
    expect(ids()).toEqual(['cap', 'phone']);
  });

  test('what is added before the account has answered is kept', async () => {
    const { signIn } = shop();
    await signIn([line('tee')]);
    const { ids } = await reload([line('tee'), line('phone')], ({ store }) => {
      store.dispatch(itemAdded(line('cap')));
    });
    expect(ids()).toEqual(['tee', 'phone', 'cap']);
  });

  test('a change that the account confirmed is no longer this browser alone', async () => {
    const { store, signIn } = shop();
    await signIn([line('tee')]);
    store.dispatch(itemAdded(line('cap')));
    await vi.waitFor(() =>
      expect(selectCart(store.getState()).confirmed?.lines.map(({ id }) => id)).toEqual(['tee', 'cap']),
    );
    const { ids } = await reload([line('tee')]);
    expect(ids()).toEqual(['tee']);
  });

  test('a paid order takes its units out of the cart, not what was added since', async () => {
    const { store, signIn } = shop();
    await signIn([line('tee', 3), line('cap')]);
    store.dispatch(orderPaid({ orderId: 'o1', lines: [{ id: 'tee', quantity: 2 }] }));
    expect(selectCartLines(store.getState()).map(({ id, quantity }) => [id, quantity])).toEqual([
      ['tee', 1],
      ['cap', 1],
    ]);
  });
});

test('learning that nobody is signed in leaves alone what another tab stored meanwhile', () => {
  const { store } = shop();
  const theirs = JSON.stringify([line('from-another-tab')]);
  localStorage.setItem('cart', theirs);
  store.dispatch(sessionEnded());
  expect(localStorage.getItem('cart')).toBe(theirs);
});
