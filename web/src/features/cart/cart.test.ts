// @vitest-environment jsdom
import { configureStore, createListenerMiddleware } from '@reduxjs/toolkit';
import type { Product } from '@savepoint/model/product';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { catalogueApi } from '../../api/catalogue-endpoints.ts';
import { shopApi } from '../../api/shop-api.ts';
import { listenToUserRecord, selectUserRecord } from '../../api/user-record.ts';
import type { AppDispatch, RootState } from '../../app/store.ts';
import type { BackendError } from '../../firebase/backend-error.ts';
import type { PlainDocument } from '../../firebase/request.ts';
import { selectToasts, toastSlice } from '../../lib/toast-slice.ts';
import { sessionEnded, sessionSlice, sessionStarted } from '../../session/session-slice.ts';
import { addedLineSlice, selectAddedLine } from './added-line-slice.ts';
import { listenToCart, syncCartAcrossTabs } from './cart-listeners.ts';
import {
  cartLoaded,
  cartMergeAccepted,
  cartMergeDismissed,
  cartSlice,
  itemAdded,
  lineRemoved,
  lineSavedForLater,
  linesOrdered,
  quantitySet,
  savedLineMovedToCart,
  selectCart,
  selectCartLines,
  selectCartUnits,
  selectPendingMerge,
} from './cart-slice.ts';
import { readCart } from './cart-storage.ts';

type Response = { readonly data: null } | { readonly error: BackendError };
const backend = vi.hoisted(() => ({
  requests: [] as { path?: string; data?: Record<string, unknown> }[],
  response: { data: null } as Response | Promise<Response>,
  /** The listeners to the user record, newest last. */
  listeners: [] as ((record: PlainDocument | null) => void)[],
}));
vi.mock('../../api/firestore-base-query.ts', () => ({
  firestoreBaseQuery: async (request: { op: string; path?: string; data?: Record<string, unknown> }) => {
    // The listener is faster.
    if (request.op === 'get') return new Promise(() => {});
    backend.requests.push(request);
    return backend.response;
  },
}));
vi.mock('../../firebase/sdk-client.ts', () => ({
  subscribeToDocument: async (_path: string, onChange: (record: PlainDocument | null) => void) => {
    backend.listeners.push(onChange);
    return () => {};
  },
}));

const USER = { uid: 'u1', email: 'a@example.com', displayName: 'Ada' };
const line = (id: string, quantity = 1, size?: string) => ({
  id,
  name: id,
  image: `/art/${id}.webp`,
  price: 45,
  quantity,
  ...(size !== undefined && { size }),
});

/** A store whose user record is emitted by the test. */
function createTestStore() {
  const listener = createListenerMiddleware();
  listenToCart(listener.startListening.withTypes<RootState, AppDispatch>());
  listenToUserRecord(listener.startListening.withTypes<RootState, AppDispatch>());
  const listenersBefore = backend.listeners.length;
  const store = configureStore({
    reducer: {
      shopApi: shopApi.reducer,
      addedLine: addedLineSlice.reducer,
      toasts: toastSlice.reducer,
      session: sessionSlice.reducer,
      cart: cartSlice.reducer,
    },
    middleware: (defaults) => defaults().prepend(listener.middleware).concat(shopApi.middleware),
  });
  const ids = () => selectCartLines(store.getState()).map(({ id }) => id);
  const account = async (cart: unknown[], cartVersion?: number) => {
    await vi.waitFor(() => expect(backend.listeners.length).toBeGreaterThan(listenersBefore));
    const cached = () => selectUserRecord(store.getState(), 'u1').data;
    const record = { id: 'u1', cart, ...(cartVersion !== undefined && { cartVersion }) };
    backend.listeners.at(-1)?.(record);
    await vi.waitFor(() => expect(cached()).toEqual(record));
  };
  const signIn = async (cart: unknown[]) => {
    store.dispatch(sessionStarted(USER));
    await account(cart);
  };
  return { store, ids, account, signIn };
}

const storedIds = () => JSON.parse(localStorage.getItem('cart') ?? '[]').map(({ id }: { id: string }) => id);
const lastSaved = () =>
  backend.requests.at(-1)?.data as { cart: { id: string }[]; savedForLater: { id: string }[] };

beforeEach(() => {
  localStorage.clear();
  backend.requests.length = 0;
  backend.response = { data: null };
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});

describe('the cart of a guest', () => {
  it('is stored under the key cart, without malformed lines', () => {
    localStorage.setItem('cart', JSON.stringify([line('tee'), { id: 'bad', price: -1 }, 'nonsense']));
    const { store, ids } = createTestStore();
    expect(ids()).toEqual(['tee']);
    store.dispatch(itemAdded(line('cap', 2)));
    expect(storedIds()).toEqual(['tee', 'cap']);
    store.dispatch(quantitySet({ key: 'cap', quantity: 0 }));
    expect(storedIds()).toEqual(['tee']);
    expect(backend.requests).toEqual([]);
  });

  it('holds one line per size and adds quantities of the same size', () => {
    const { store } = createTestStore();
    store.dispatch(itemAdded(line('tee', 1, 'M')));
    store.dispatch(itemAdded(line('tee', 1, 'L')));
    store.dispatch(itemAdded(line('tee', 2, 'M')));
    expect(selectCartLines(store.getState()).map(({ size, quantity }) => [size, quantity])).toEqual([
      ['M', 3],
      ['L', 1],
    ]);
    expect(selectCartUnits(store.getState())).toBe(4);
  });

  it('restores a removed line at its place with the Undo action of the toast', () => {
    const { store, ids } = createTestStore();
    for (const id of ['cap', 'mug']) store.dispatch(itemAdded(line(id)));
    store.dispatch(itemAdded(line('tee', 3), { index: 1 }));
    expect(ids()).toEqual(['cap', 'tee', 'mug']);
    store.dispatch(lineRemoved('tee'));
    expect(ids()).toEqual(['cap', 'mug']);
    const undo = selectToasts(store.getState()).at(-1)?.button;
    expect(undo?.label).toBe('Undo');
    if (undo) store.dispatch(undo.action);
    expect(ids()).toEqual(['cap', 'tee', 'mug']);
    expect(selectCartUnits(store.getState())).toBe(5);
    // A second press, or a line that was added again meanwhile.
    if (undo) store.dispatch(undo.action);
    expect(ids()).toEqual(['cap', 'tee', 'mug']);
  });

  it('keeps the quantity of a line that is saved for later and moved back', () => {
    const { store, ids } = createTestStore();
    store.dispatch(itemAdded(line('tee', 3)));
    store.dispatch(lineSavedForLater('tee'));
    expect(ids()).toEqual([]);
    store.dispatch(savedLineMovedToCart('tee'));
    expect(selectCartUnits(store.getState())).toBe(3);
  });

  it('follows the cart stored by another tab', () => {
    const { store, ids } = createTestStore();
    const stop = syncCartAcrossTabs(store.dispatch);
    localStorage.setItem('cart', JSON.stringify([line('other-tab')]));
    dispatchEvent(new StorageEvent('storage', { key: 'cart' }));
    expect(ids()).toEqual(['other-tab']);
    stop();
  });
});

describe('signing in', () => {
  it("shows the account's cart and keeps the guest's other lines as a pending merge until it is accepted", async () => {
    const { store, ids, signIn } = createTestStore();
    store.dispatch(itemAdded(line('guest')));
    store.dispatch(itemAdded(line('both')));
    await signIn([line('both', 2), line('account')]);
    expect(ids()).toEqual(['both', 'account']);
    expect(selectPendingMerge(store.getState()).map(({ id }) => id)).toEqual(['guest']);
    store.dispatch(cartMergeAccepted());
    expect(ids()).toEqual(['both', 'account', 'guest']);
    await vi.waitFor(() =>
      expect(lastSaved().cart.map(({ id }) => id)).toEqual(['both', 'account', 'guest']),
    );
    expect(selectPendingMerge(store.getState())).toEqual([]);
  });

  it("offers a guest's larger quantity of a line that the account has, without adding the two", async () => {
    const { store, signIn } = createTestStore();
    store.dispatch(itemAdded(line('both', 3)));
    await signIn([line('both', 2)]);
    expect(selectPendingMerge(store.getState()).map(({ id }) => id)).toEqual(['both']);
    store.dispatch(cartMergeAccepted());
    expect(selectCartUnits(store.getState())).toBe(3);
  });

  it('moves the guest cart into an account whose cart is empty', async () => {
    const { store, ids, signIn } = createTestStore();
    store.dispatch(itemAdded(line('guest')));
    await signIn([]);
    expect(ids()).toEqual(['guest']);
    expect(selectPendingMerge(store.getState())).toEqual([]);
    await vi.waitFor(() => expect(lastSaved().cart.map(({ id }) => id)).toEqual(['guest']));
  });

  it('moves the guest cart into an empty account even if another open tab loads the account first', async () => {
    const [tab, other] = [createTestStore(), createTestStore()];
    tab.store.dispatch(itemAdded(line('guest')));
    const count = backend.listeners.length;
    tab.store.dispatch(sessionStarted(USER));
    await vi.waitFor(() => expect(backend.listeners.length).toBe(count + 1));
    const load = backend.listeners.at(-1);

    other.store.dispatch(cartLoaded(readCart()));
    other.store.dispatch(sessionStarted(USER));
    await vi.waitFor(() => expect(backend.listeners.length).toBe(count + 2));
    await other.account([]);
    tab.store.dispatch(cartLoaded(readCart()));
    // The account before and after the other tab saved its cart.
    for (const cart of [[], lastSaved().cart]) {
      load?.({ id: 'u1', cart });
      await vi.waitFor(() => expect(selectUserRecord(tab.store.getState(), 'u1').data?.cart).toEqual(cart));
    }
    other.store.dispatch(cartLoaded(readCart()));

    expect([tab.ids(), other.ids(), storedIds()]).toEqual([['guest'], ['guest'], ['guest']]);
    expect(backend.requests).toHaveLength(1);
  });

  it('restores an undecided pending merge after signing out, and drops a dismissed one', async () => {
    const { store, ids, signIn } = createTestStore();
    store.dispatch(itemAdded(line('guest')));
    await signIn([line('account')]);
    store.dispatch(sessionEnded());
    expect(ids()).toEqual(['guest']);
    await signIn([line('account')]);
    store.dispatch(cartMergeDismissed());
    store.dispatch(sessionEnded());
    expect(ids()).toEqual([]);
    expect(storedIds()).toEqual([]);
  });
});

describe('the cart of a signed-in shopper', () => {
  it('shows a line that another device added', async () => {
    const { ids, signIn, account } = createTestStore();
    await signIn([line('tee')]);
    await account([line('tee'), line('phone')]);
    expect(ids()).toEqual(['tee', 'phone']);
  });

  it('survives a failed save with a warning and is saved by the next change', async () => {
    const { store, ids, signIn, account } = createTestStore();
    await signIn([line('tee')]);
    backend.response = { error: { code: 'permission-denied', message: 'no' } };
    store.dispatch(itemAdded(line('cap')));
    await vi.waitFor(() => expect(selectCart(store.getState()).saveFailed).toBe(true));
    expect(console.warn).toHaveBeenCalled();
    await account([line('tee')]);
    expect(ids()).toEqual(['tee', 'cap']);
    backend.response = { data: null };
    store.dispatch(quantitySet({ key: 'cap', quantity: 2 }));
    await vi.waitFor(() => expect(selectCart(store.getState()).saveFailed).toBe(false));
  });

  /** Reloads the page as the same shopper: only local storage survives. */
  const reload = async (
    accountCart: unknown[],
    meanwhile: (next: ReturnType<typeof createTestStore>) => void = () => {},
  ) => {
    const next = createTestStore();
    next.store.dispatch(sessionStarted(USER));
    meanwhile(next);
    await next.account(accountCart);
    return next;
  };
  /** Makes saves hang forever, as if the page were closed first. */
  const hangSaves = () => {
    backend.response = new Promise<{ data: null }>(() => {});
  };

  it('keeps a line added just before a reload although the account never received it', async () => {
    const { store, signIn } = createTestStore();
    await signIn([line('tee')]);
    hangSaves();
    store.dispatch(itemAdded(line('cap')));
    const { ids } = await reload([line('tee')]);
    expect(ids()).toEqual(['tee', 'cap']);
    expect(lastSaved().cart.map(({ id }) => id)).toEqual(['tee', 'cap']);
  });

  it.each([
    {
      change: 'a line that was added and removed',
      account: [],
      first: itemAdded(line('tee')),
      second: lineRemoved('tee'),
      stored: [line('tee')],
      expected: [],
    },
    {
      change: 'a quantity that was raised and lowered',
      account: [line('tee')],
      first: quantitySet({ key: 'tee', quantity: 3 }),
      second: quantitySet({ key: 'tee', quantity: 1 }),
      stored: [line('tee', 3)],
      expected: [line('tee')],
    },
    {
      change: 'a line that was removed and added again',
      account: [line('tee')],
      first: lineRemoved('tee'),
      second: itemAdded(line('tee')),
      stored: [],
      expected: [line('tee')],
    },
  ])(
    'keeps $change although the page was closed when the account had stored only the first change',
    async ({ account, first, second, stored, expected }) => {
      const page = createTestStore();
      await page.signIn(account);
      backend.response = new Promise(() => {});
      page.store.dispatch(first);
      page.store.dispatch(second);
      const { store, signIn } = createTestStore();
      await signIn(stored);
      await vi.waitFor(() => expect(selectCart(store.getState()).isLoadingAccount).toBe(false));
      expect(selectCartLines(store.getState())).toEqual(expected);
    },
  );

  it('keeps a removal made just before a reload and adds a line from another device', async () => {
    const { store, signIn } = createTestStore();
    await signIn([line('tee'), line('cap')]);
    hangSaves();
    store.dispatch(lineRemoved('tee'));
    const { ids } = await reload([line('tee'), line('cap'), line('phone')]);
    expect(ids()).toEqual(['cap', 'phone']);
  });

  it("keeps a line added before the account's cart has loaded", async () => {
    const { signIn } = createTestStore();
    await signIn([line('tee')]);
    const { ids } = await reload([line('tee'), line('phone')], ({ store }) => {
      store.dispatch(itemAdded(line('cap')));
    });
    expect(ids()).toEqual(['tee', 'phone', 'cap']);
  });

  it('drops a confirmed line that another device has removed since', async () => {
    const { store, signIn } = createTestStore();
    await signIn([line('tee')]);
    store.dispatch(itemAdded(line('cap')));
    await vi.waitFor(() =>
      expect(selectCart(store.getState()).confirmed?.lines.map(({ id }) => id)).toEqual(['tee', 'cap']),
    );
    const { ids } = await reload([line('tee')]);
    expect(ids()).toEqual(['tee']);
  });

  it('is saved after the session has started again for the same shopper, for example after a profile change', async () => {
    const { store, signIn } = createTestStore();
    await signIn([line('tee')]);
    store.dispatch(sessionStarted({ ...USER, displayName: 'Grace' }));
    store.dispatch(itemAdded(line('cap')));
    await vi.waitFor(() => expect(lastSaved()?.cart.map(({ id }) => id)).toEqual(['tee', 'cap']));
  });

  /** The rules' response to a save that does not know of a payment. */
  const denied = { error: { code: 'permission-denied', message: 'no' } } as const;

  it('does not restore paid lines when a save that began before the payment arrives after it', async () => {
    const { store, ids, signIn, account } = createTestStore();
    await signIn([line('tee')]);
    let respond: (response: typeof denied) => void = () => {};
    backend.response = new Promise((resolve) => {
      respond = resolve;
    });
    store.dispatch(itemAdded(line('cap')));
    await vi.waitFor(() => expect(backend.requests.at(-1)?.data).toMatchObject({ cartVersion: 0 }));
    await account([], 1);
    backend.response = { data: null };
    respond(denied);
    await vi.waitFor(() => expect(ids()).toEqual(['cap']));
    await vi.waitFor(() => expect(lastSaved()).toMatchObject({ cart: [line('cap')], cartVersion: 1 }));
    expect(selectCart(store.getState()).saveFailed).toBe(false);
  });

  it('does not restore them either when the denial is faster than the news of the payment, or the save came first', async () => {
    for (const response of [denied, { data: null }]) {
      localStorage.clear();
      const { store, ids, signIn, account } = createTestStore();
      backend.response = { data: null };
      await signIn([line('tee', 2)]);
      backend.response = response;
      store.dispatch(quantitySet({ key: 'tee', quantity: 3 }));
      await vi.waitFor(() =>
        expect(selectCart(store.getState())).toMatchObject(
          'error' in response ? { saveFailed: true } : { confirmed: { lines: [line('tee', 3)] } },
        ),
      );
      backend.response = { data: null };
      await account('error' in response ? [] : [line('tee', 1)], 1);
      await vi.waitFor(() => expect(selectCartLines(store.getState())).toEqual([line('tee', 1)]));
      expect(ids()).toEqual(['tee']);
      store.dispatch(quantitySet({ key: 'tee', quantity: 4 }));
      await vi.waitFor(() => expect(lastSaved()).toMatchObject({ cart: [line('tee', 4)], cartVersion: 1 }));
      expect(selectCart(store.getState()).saveFailed).toBe(false);
    }
  });

  it('loses ordered lines once their payment is known, even if the account never received them, and keeps them until then', async () => {
    const { store, signIn } = createTestStore();
    await signIn([]);
    hangSaves();
    store.dispatch(itemAdded(line('tee', 2)));
    store.dispatch(linesOrdered(selectCartLines(store.getState())));
    const { store: waiting, account } = await reload([]);
    expect(selectCartLines(waiting.getState())).toEqual([line('tee', 2)]);
    waiting.dispatch(quantitySet({ key: 'tee', quantity: 3 }));
    waiting.dispatch(itemAdded(line('cap')));
    await account([], 1);
    const { store: paid, account: read } = createTestStore();
    paid.dispatch(sessionStarted(USER));
    await read([], 1);
    expect(selectCartLines(paid.getState())).toEqual([line('tee'), line('cap')]);
    // Ordered, not paid again: newly added lines are not mistaken for it.
    backend.response = { data: null };
    paid.dispatch(quantitySet({ key: 'tee', quantity: 2 }));
    await vi.waitFor(() => expect(lastSaved()).toMatchObject({ cart: [line('tee', 2), line('cap')] }));
    await read([line('tee', 2), line('cap')], 2);
    expect(selectCartLines(paid.getState())).toEqual([line('tee', 2), line('cap')]);
  });

  it("keeps only newly added lines when a payment removes a line from the account's cart", async () => {
    const { store, signIn } = createTestStore();
    await signIn([line('tee', 2), line('cap')]);
    hangSaves();
    store.dispatch(quantitySet({ key: 'tee', quantity: 3 }));
    const { store: next } = await reload([line('cap')]);
    expect(selectCartLines(next.getState()).map(({ id, quantity }) => [id, quantity])).toEqual([
      ['cap', 1],
      ['tee', 1],
    ]);
  });
});

describe('a line that grows beyond what is left', () => {
  const product = (stock: number) => ({ id: 'tee', price: 45, variants: [{ size: 'M', stock }] });
  const units = (store: ReturnType<typeof createTestStore>['store']) => selectCartUnits(store.getState());
  const know = (store: ReturnType<typeof createTestStore>['store'], stock: number) =>
    store.dispatch(catalogueApi.util.upsertQueryData('product', 'tee', product(stock) as Product));
  const lastToast = (store: ReturnType<typeof createTestStore>['store']) =>
    selectToasts(store.getState()).at(-1)?.text;

  it('is reduced to the available units with a message, whether it is added twice or its quantity is set', async () => {
    const { store } = createTestStore();
    await know(store, 3);
    store.dispatch(itemAdded(line('tee', 2, 'M')));
    expect(selectAddedLine(store.getState())).toBe('tee|M');
    store.dispatch(itemAdded(line('tee', 2, 'M')));
    expect(units(store)).toBe(3);
    expect(lastToast(store)).toBe('Only 3 of tee, size M are left; your cart has all 3.');
    expect(selectAddedLine(store.getState())).toBeNull();
    store.dispatch(quantitySet({ key: 'tee|M', quantity: 99 }));
    expect(units(store)).toBe(3);
    expect(storedIds()).toEqual(['tee']);
  });

  it('is not added if it is sold out', async () => {
    const { store } = createTestStore();
    await know(store, 0);
    store.dispatch(itemAdded(line('tee', 1, 'M')));
    expect(units(store)).toBe(0);
    expect(lastToast(store)).toBe('tee, size M: sold out, so it was not added.');
  });

  it('keeps the units that it had before the stock shrank', async () => {
    const { store } = createTestStore();
    store.dispatch(itemAdded(line('tee', 5, 'M')));
    await know(store, 3);
    store.dispatch(itemAdded(line('tee', 1, 'M')));
    expect(units(store)).toBe(5);
  });
});

it('sessionEnded without a session does not overwrite the cart stored by another tab', () => {
  const { store } = createTestStore();
  const storedByOtherTab = JSON.stringify([line('from-another-tab')]);
  localStorage.setItem('cart', storedByOtherTab);
  store.dispatch(sessionEnded());
  expect(localStorage.getItem('cart')).toBe(storedByOtherTab);
});
