// @vitest-environment jsdom
// Counts what the SDK is asked for: listeners and reads by path.
import { configureStore, createListenerMiddleware } from '@reduxjs/toolkit';
import { cleanup, render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AppDispatch, RootState } from '../app/store.ts';
import type { PlainDocument } from '../firebase/request.ts';
import { sessionEnded, sessionSlice, sessionStarted } from '../session/session-slice.ts';
import { useOrderQuery, useOrdersQuery } from './order-endpoints.ts';
import { shopApi } from './shop-api.ts';
import { listenToUserRecord, userRecordApi, useUserRecordQuery } from './user-record.ts';

interface Listener {
  readonly path: string;
  readonly emit: (data: never) => void;
  readonly fail: (error: unknown) => void;
}

const sdk = vi.hoisted(() => ({
  reads: [] as string[],
  started: [] as Listener[],
  open: new Set<Listener>(),
  response: undefined as unknown,
}));
vi.mock('./firestore-base-query.ts', () => ({
  firestoreBaseQuery: async (request: { op: string; path: string }) => {
    if (request.op !== 'set') sdk.reads.push(request.path);
    return sdk.response ?? { data: { id: request.path.split('/')[1], status: 'pending' } };
  },
}));
vi.mock('../firebase/sdk-client.ts', () => {
  const listen = async (path: string, emit: Listener['emit'], fail: Listener['fail']) => {
    const listener = { path, emit, fail };
    sdk.started.push(listener);
    sdk.open.add(listener);
    return () => {
      sdk.open.delete(listener);
    };
  };
  return {
    subscribeToDocument: listen,
    subscribeToQuery: ({ path }: { path: string }, emit: Listener['emit'], fail: Listener['fail']) =>
      listen(path, emit, fail),
  };
});

const USER = { uid: 'u1', email: 'a@example.com', displayName: 'Ada' };
const openPaths = () => [...sdk.open].map(({ path }) => path).sort();
const listenerOf = async (path: string) =>
  vi.waitFor(() => {
    const listener = [...sdk.open].find((candidate) => candidate.path === path);
    if (listener === undefined) throw new Error(`Nothing listens to ${path}.`);
    return listener;
  });

function createTestStore() {
  const listener = createListenerMiddleware();
  listenToUserRecord(listener.startListening.withTypes<RootState, AppDispatch>());
  return configureStore({
    reducer: { shopApi: shopApi.reducer, session: sessionSlice.reducer },
    middleware: (defaults) => defaults().prepend(listener.middleware).concat(shopApi.middleware),
  });
}

function OrderStatus() {
  const { data } = useOrderQuery({ uid: 'u1', orderId: 'o1' });
  return <li>{data?.status}</li>;
}
function RecordName() {
  const { data } = useUserRecordQuery('u1');
  return <li>{String(data?.displayName ?? '')}</li>;
}
function OrderCount() {
  const { data } = useOrdersQuery('u1');
  return <li>{data?.length}</li>;
}
const texts = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent);

beforeEach(() => {
  sdk.reads.length = 0;
  sdk.started.length = 0;
  sdk.open.clear();
  sdk.response = undefined;
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});
afterEach(cleanup);

describe('live data', () => {
  it('has one listener and one read per document, however many components use it', async () => {
    const store = createTestStore();
    store.dispatch(sessionStarted(USER));
    const page = (
      <Provider store={store}>
        {[1, 2, 3].map((key) => (
          <div key={key}>
            <OrderStatus />
            <RecordName />
          </div>
        ))}
      </Provider>
    );
    render(page);
    await vi.waitFor(() => expect(openPaths()).toEqual(['orders/o1', 'users/u1']));
    render(page);
    await vi.waitFor(() => expect(texts()).toHaveLength(12));
    expect(sdk.started.map(({ path }) => path).sort()).toEqual(['orders/o1', 'users/u1']);
    expect([...sdk.reads].sort()).toEqual(['orders/o1', 'users/u1']);
  });

  it("shows a listener's data in every component, without another read", async () => {
    const store = createTestStore();
    render(
      <Provider store={store}>
        <OrderStatus />
        <OrderStatus />
      </Provider>,
    );
    const listener = await listenerOf('orders/o1');
    await vi.waitFor(() => expect(texts()).toEqual(['pending', 'pending']));
    listener.emit({ id: 'o1', status: 'paid' } as never);
    await vi.waitFor(() => expect(texts()).toEqual(['paid', 'paid']));
    expect(sdk.reads).toEqual(['orders/o1']);
  });

  it('does not read the user record again after a save, because the listener emits it', async () => {
    const store = createTestStore();
    store.dispatch(sessionStarted(USER));
    await listenerOf('users/u1');
    sdk.response = { data: null };
    await store.dispatch(
      userRecordApi.endpoints.saveUserFields.initiate({ uid: 'u1', fields: { theme: 'dark' } }),
    );
    expect(sdk.reads).toEqual(['users/u1']);
  });

  it("shows a listener's data after a failed read", async () => {
    sdk.response = { error: { code: 'unavailable', message: 'down' } };
    render(
      <Provider store={createTestStore()}>
        <OrderStatus />
        <OrderCount />
      </Provider>,
    );
    const [order, orders] = [await listenerOf('orders/o1'), await listenerOf('orders')];
    expect(texts()).toEqual(['', '']);
    order.emit({ id: 'o1', status: 'paid' } as never);
    orders.emit([{ id: 'o1' }] as never);
    await vi.waitFor(() => expect(texts()).toEqual(['paid', '1']));
  });

  it('keeps the data read when a listener fails', async () => {
    render(
      <Provider store={createTestStore()}>
        <OrderStatus />
      </Provider>,
    );
    const listener = await listenerOf('orders/o1');
    await vi.waitFor(() => expect(texts()).toEqual(['pending']));
    listener.fail(new Error('permission-denied'));
    expect(texts()).toEqual(['pending']);
    expect(console.warn).toHaveBeenCalledWith("'orders/o1' is not updated live.", expect.any(Error));
  });

  it('ends its listeners when the cache is emptied, and ignores what they emit later', async () => {
    const store = createTestStore();
    store.dispatch(sessionStarted(USER));
    const listener = await listenerOf('users/u1');
    store.dispatch(sessionEnded());
    store.dispatch(shopApi.util.resetApiState());
    await vi.waitFor(() => expect(openPaths()).toEqual([]));
    listener.emit({ id: 'u1' } as PlainDocument as never);
    expect(userRecordApi.endpoints.userRecord.select('u1')(store.getState()).data).toBeUndefined();
  });

  it('has no listener for an account that another one has replaced', async () => {
    const store = createTestStore();
    store.dispatch(sessionStarted(USER));
    await listenerOf('users/u1');
    store.dispatch(shopApi.util.resetApiState());
    store.dispatch(sessionStarted({ ...USER, uid: 'u2' }));
    await vi.waitFor(() => expect(openPaths()).toEqual(['users/u2']));
  });
});
