// @vitest-environment jsdom
import { configureStore, createListenerMiddleware } from '@reduxjs/toolkit';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { orderApi } from '../../api/order-endpoints.ts';
import { shopApi } from '../../api/shop-api.ts';
import type { AppDispatch, RootState } from '../../app/store.ts';
import { sessionEnded, sessionSlice, sessionStarted } from '../../session/session-slice.ts';
import { listenToCheckout } from './checkout-listeners.ts';
import {
  CHECKOUT_KEY,
  checkoutSlice,
  draftChanged,
  orderPlaced,
  orderSubmitted,
  selectCheckout,
  selectDraft,
  selectPlacedOrder,
} from './checkout-slice.ts';
import { EMPTY_DRAFT } from './draft.ts';
import { syncCheckoutAcrossTabs } from './sync-checkout.ts';

/** The listeners to the order, and how many of them have ended. */
const sdk = vi.hoisted(() => ({ emit: [] as ((order: unknown) => void)[], ended: 0 }));
vi.mock('../../api/firestore-base-query.ts', () => ({
  firestoreBaseQuery: async () => ({ data: { id: 'o1', status: 'pending' } }),
}));
vi.mock('../../firebase/sdk-client.ts', () => ({
  subscribeToDocument: async (_path: string, onChange: (order: unknown) => void) => {
    sdk.emit.push(onChange);
    return () => {
      sdk.ended += 1;
    };
  },
}));

const USER = { uid: 'u1', email: 'a@example.com', displayName: 'Ada' };
const LINE = { id: 'tee', name: 'Tee', image: '/tee.webp', price: 45, quantity: 1 };
const PLACED = { orderId: 'o1', lines: [LINE] };

/** A store with a placed order that waits for its payment. */
async function placeOrder() {
  const listener = createListenerMiddleware();
  listenToCheckout(listener.startListening.withTypes<RootState, AppDispatch>());
  const store = configureStore({
    reducer: {
      shopApi: shopApi.reducer,
      session: sessionSlice.reducer,
      checkout: checkoutSlice.reducer,
    },
    middleware: (defaults) => defaults().prepend(listener.middleware).concat(shopApi.middleware),
  });
  store.dispatch(sessionStarted(USER));
  store.dispatch(orderPlaced(PLACED));
  await vi.waitFor(() => expect(sdk.emit).toHaveLength(1));
  const order = () => orderApi.endpoints.order.select({ uid: 'u1', orderId: 'o1' })(store.getState());
  await vi.waitFor(() => expect(order().data?.status).toBe('pending'));
  return { store, placed: () => selectPlacedOrder(store.getState()) };
}

beforeEach(() => {
  localStorage.clear();
  sdk.emit.length = 0;
  sdk.ended = 0;
});

describe('a placed order', () => {
  it('stays open while it waits for its payment', async () => {
    const { placed } = await placeOrder();
    expect(placed()).toEqual(PLACED);
  });

  it.each(['paid', 'cancelled', 'expired'])('is closed when it is %s', async (status) => {
    const { placed } = await placeOrder();
    sdk.emit[0]?.({ id: 'o1', status });
    await vi.waitFor(() => expect(placed()).toBeNull());
  });

  it('leaves reading its address, which can be corrected, to the next checkout', async () => {
    const { store, placed } = await placeOrder();
    store.dispatch(draftChanged({ line1: '1 Wrong Street', delivery: 'express', note: 'Ring twice' }));
    sdk.emit[0]?.({ id: 'o1', status: 'paid' });
    await vi.waitFor(() => expect(placed()).toBeNull());
    expect(selectDraft(store.getState())).toEqual({ ...EMPTY_DRAFT, delivery: 'express' });
  });

  it('gives the checkout its corrected address while it waits for its payment', async () => {
    const { store } = await placeOrder();
    store.dispatch(draftChanged({ line1: '1 Wrong Street', line2: 'Floor 2', city: 'Ghent' }));
    const address = { name: 'Ada', line1: '1 Right Street', city: 'Ghent', country: 'BE' };
    await store.dispatch(orderApi.endpoints.correctAddress.initiate({ orderId: 'o1', address }));
    expect(selectDraft(store.getState())).toMatchObject({ ...address, line2: '' });
    const elsewhere = { ...address, line1: '2 Other Street' };
    await store.dispatch(orderApi.endpoints.correctAddress.initiate({ orderId: 'o2', address: elsewhere }));
    expect(selectDraft(store.getState()).line1).toBe('1 Right Street');
  });

  it('keeps the checkout of the replacing order when it is canceled for it', async () => {
    const { store } = await placeOrder();
    store.dispatch(orderSubmitted({ content: 'changed', newKey: 'k2' }));
    const { internal_getRTKQSubscriptions } = shopApi.internalActions;
    // The middleware responds with the subscriptions; the type of the action does not say so.
    const subscriptions = store.dispatch(internal_getRTKQSubscriptions()) as unknown as {
      getSubscriptions: () => Map<string, Map<string, unknown>>;
    };
    const followed = () => [...subscriptions.getSubscriptions().values()].some(({ size }) => size > 0);
    expect(followed()).toBe(true);
    sdk.emit[0]?.({ id: 'o1', status: 'cancelled' });
    await vi.waitFor(() => expect(followed()).toBe(false));
    store.dispatch(orderPlaced({ orderId: 'o2', lines: [LINE] }));
    expect(selectCheckout(store.getState())).toMatchObject({
      key: { value: 'k2' },
      placed: { orderId: 'o2' },
    });
    await vi.waitFor(() => expect(sdk.emit).toHaveLength(2));
  });

  it('shares its listener with the pages that show the order', async () => {
    const { store } = await placeOrder();
    const page = store.dispatch(orderApi.endpoints.order.initiate({ uid: 'u1', orderId: 'o1' }));
    await page;
    expect(sdk.emit).toHaveLength(1);
    page.unsubscribe();
  });

  it('is no longer followed when the session ends', async () => {
    const { store } = await placeOrder();
    store.dispatch(sessionEnded());
    store.dispatch(shopApi.util.resetApiState());
    await vi.waitFor(() => expect(sdk.ended).toBe(1));
  });
});

describe('syncCheckoutAcrossTabs', () => {
  /** Data that another tab stores while this one is open. */
  function storeInOtherTab(changes: object): void {
    const stored = JSON.parse(localStorage.getItem(CHECKOUT_KEY) ?? '{}') as object;
    localStorage.setItem(CHECKOUT_KEY, JSON.stringify({ ...stored, ...changes }));
    dispatchEvent(new StorageEvent('storage', { key: CHECKOUT_KEY }));
  }

  it('follows an order placed in another tab, and its idempotency key', async () => {
    const { store, placed } = await placeOrder();
    const stop = syncCheckoutAcrossTabs(store.dispatch);
    const key = { value: 'key-of-the-other-tab', content: 'changed' };
    storeInOtherTab({ key, placed: { orderId: 'o2', lines: [LINE] } });
    expect(placed()).toEqual({ orderId: 'o2', lines: [LINE] });
    expect(selectCheckout(store.getState()).key).toEqual(key);
    await vi.waitFor(() => expect(sdk.emit).toHaveLength(2));
    stop();
  });

  it('keeps its listener to the order when another tab changes something else', async () => {
    const { store, placed } = await placeOrder();
    const stop = syncCheckoutAcrossTabs(store.dispatch);
    storeInOtherTab({ savesAddress: true });
    expect(selectCheckout(store.getState()).savesAddress).toBe(true);
    sdk.emit[0]?.({ id: 'o1', status: 'paid' });
    await vi.waitFor(() => expect(placed()).toBeNull());
    expect(sdk.emit).toHaveLength(1);
    stop();
  });

  it('ignores a stored checkout of another account', async () => {
    const { store, placed } = await placeOrder();
    const stop = syncCheckoutAcrossTabs(store.dispatch);
    storeInOtherTab({ uid: 'u2', placed: null });
    expect(placed()).toEqual(PLACED);
    stop();
  });
});

it('a new checkout does not prefill the recipient: a display name is no name for a parcel', async () => {
  const { store } = await placeOrder();
  expect(selectCheckout(store.getState()).draft.name).toBe('');
});
