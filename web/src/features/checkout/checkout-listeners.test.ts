// @vitest-environment jsdom
import { configureStore, createListenerMiddleware, type UnknownAction } from '@reduxjs/toolkit';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { orderApi } from '../../api/order-endpoints.ts';
import { shopApi } from '../../api/shop-api.ts';
import { orderPaid } from '../../session/order-events.ts';
import { sessionEnded, sessionSlice, sessionStarted } from '../../session/session-slice.ts';
import { listenToCheckout } from './checkout-listeners.ts';
import { checkoutSlice, orderPlaced, selectPlacedOrder } from './checkout-slice.ts';

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

const USER = { uid: 'u1', email: 'a@example.com', displayName: 'Ada', isAdmin: false };
const PLACED = { orderId: 'o1', lines: [{ id: 'tee', quantity: 2 }] };

/** A store with a placed order that waits for its payment. */
async function placeOrder() {
  const paid: UnknownAction[] = [];
  const listener = createListenerMiddleware();
  listenToCheckout(listener.startListening);
  listener.startListening({
    actionCreator: orderPaid,
    effect: (action) => {
      paid.push(action);
    },
  });
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
  return { store, paid, placed: () => selectPlacedOrder(store.getState()) };
}

beforeEach(() => {
  localStorage.clear();
  sdk.emit.length = 0;
  sdk.ended = 0;
});

describe('a placed order', () => {
  it('stays open while it waits for its payment', async () => {
    const { placed, paid } = await placeOrder();
    expect(placed()).toEqual(PLACED);
    expect(paid).toEqual([]);
  });

  it('is closed and reported as paid when its payment arrives', async () => {
    const { placed, paid } = await placeOrder();
    sdk.emit[0]?.({ id: 'o1', status: 'paid' });
    await vi.waitFor(() => expect(paid).toEqual([orderPaid({ orderId: 'o1', lines: PLACED.lines })]));
    expect(placed()).toBeNull();
  });

  it.each(['cancelled', 'expired'])(
    'is closed without being reported as paid when it is %s',
    async (status) => {
      const { placed, paid } = await placeOrder();
      sdk.emit[0]?.({ id: 'o1', status });
      await vi.waitFor(() => expect(placed()).toBeNull());
      expect(paid).toEqual([]);
    },
  );

  it('shares its listener with the pages that show the order', async () => {
    const { store } = await placeOrder();
    const page = store.dispatch(orderApi.endpoints.order.initiate({ uid: 'u1', orderId: 'o1' }));
    await page;
    expect(sdk.emit).toHaveLength(1);
    page.unsubscribe();
  });

  it('is not followed any more when the session ends', async () => {
    const { store, paid } = await placeOrder();
    store.dispatch(sessionEnded());
    store.dispatch(shopApi.util.resetApiState());
    await vi.waitFor(() => expect(sdk.ended).toBe(1));
    sdk.emit[0]?.({ id: 'o1', status: 'paid' });
    expect(paid).toEqual([]);
  });
});
