import { configureStore, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { describe, expect, it } from 'vitest';
import { createDeferredListenerMiddleware } from './deferred-listener-middleware.ts';
import { createShopListenerMiddleware, type StartListening } from './listener-middleware.ts';

const counter = createSlice({
  name: 'counter',
  initialState: 0,
  reducers: {
    added: (state, action: PayloadAction<number>) => state + action.payload,
    logged: (state) => state,
  },
});
const { added, logged } = counter.actions;

/** A store, and a log of what its listeners saw. */
function createCounter() {
  const { middleware, startListening } = createShopListenerMiddleware();
  const deferred = createDeferredListenerMiddleware();
  const log: string[] = [];
  const listen = (start: StartListening) => {
    start({
      actionCreator: added,
      effect: (action, { getState, getOriginalState, dispatch }) => {
        log.push(`${action.payload}: ${getOriginalState()} to ${getState()}`);
        dispatch(logged());
      },
    });
    start({ actionCreator: logged, effect: () => void log.push('logged') });
  };
  const store = configureStore({
    reducer: counter.reducer,
    middleware: (defaults) => defaults().prepend(middleware),
  });
  return { log, listen, store, startListening, deferred };
}

describe('the deferred listener middleware', () => {
  it('runs its listeners once per buffered action, with the state before and after it', () => {
    const { log, listen, store, deferred } = createCounter();
    store.dispatch(added(1));
    store.dispatch(added(2));
    listen(deferred.startListening);
    expect(log).toEqual([]);
    store.dispatch(deferred.attached());
    expect(log).toEqual(['1: 0 to 1', '2: 1 to 3', 'logged', 'logged']);
    store.dispatch(added(4));
    expect(log.slice(4)).toEqual(['4: 3 to 7', 'logged']);
  });

  it('handles actions in order when some are dispatched between registration and attachment', () => {
    const { log, listen, store, deferred } = createCounter();
    store.dispatch(added(1));
    listen(deferred.startListening);
    store.dispatch(added(2));
    store.dispatch(deferred.attached());
    expect(log.slice(0, 2)).toEqual(['1: 0 to 1', '2: 1 to 3']);
  });

  it('gives an effect the current state after it has awaited something', async () => {
    const { store, deferred } = createCounter();
    store.dispatch(added(1));
    const { promise, resolve } = Promise.withResolvers<unknown>();
    deferred.startListening({
      actionCreator: added,
      effect: async (_action, { getState }) => {
        await null;
        resolve(getState());
      },
    });
    store.dispatch(deferred.attached());
    store.dispatch(added(5));
    expect(await promise).toBe(6);
  });

  it('does not run the listeners of start-up again on buffered actions', () => {
    const { log, listen, store, startListening, deferred } = createCounter();
    listen(startListening);
    store.dispatch(added(1));
    store.dispatch(deferred.attached());
    expect(log).toEqual(['1: 0 to 1', 'logged']);
  });
});
