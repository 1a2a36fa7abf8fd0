import { configureStore, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { describe, expect, it } from 'vitest';
import { createLateListener } from './late-listener.ts';
import { createShopListener, type StartListening } from './listener.ts';

const coins = createSlice({
  name: 'coins',
  initialState: 0,
  reducers: {
    found: (state, action: PayloadAction<number>) => state + action.payload,
    counted: (state) => state,
  },
});
const { found, counted } = coins.actions;

/** A purse, and what its effects told. */
function purse() {
  const { middleware, startListening } = createShopListener();
  const late = createLateListener();
  const told: string[] = [];
  const listen = (start: StartListening) => {
    start({
      actionCreator: found,
      effect: (action, { getState, getOriginalState, dispatch }) => {
        told.push(`${action.payload}: ${getOriginalState()} to ${getState()}`);
        dispatch(counted());
      },
    });
    start({ actionCreator: counted, effect: () => void told.push('counted') });
  };
  const store = configureStore({
    reducer: coins.reducer,
    middleware: (defaults) => defaults().prepend(middleware),
  });
  return { told, listen, store, startListening, late };
}

describe('effects that come late', () => {
  it('hear what was dispatched before them, each once, with the state before and after it', () => {
    const { told, listen, store, late } = purse();
    store.dispatch(found(1));
    store.dispatch(found(2));
    listen(late.startListening);
    expect(told).toEqual([]);
    store.dispatch(late.attached());
    expect(told).toEqual(['1: 0 to 1', '2: 1 to 3', 'counted', 'counted']);
    store.dispatch(found(4));
    expect(told.slice(4)).toEqual(['4: 3 to 7', 'counted']);
  });

  it('hear in order what is dispatched between their registration and the end of it', () => {
    const { told, listen, store, late } = purse();
    store.dispatch(found(1));
    listen(late.startListening);
    store.dispatch(found(2));
    store.dispatch(late.attached());
    expect(told.slice(0, 2)).toEqual(['1: 0 to 1', '2: 1 to 3']);
  });

  it('read the state of today once they have waited', async () => {
    const { store, late } = purse();
    store.dispatch(found(1));
    const seen = new Promise((resolve) => {
      late.startListening({
        actionCreator: found,
        effect: async (_action, { getState }) => {
          await null;
          resolve(getState());
        },
      });
    });
    store.dispatch(late.attached());
    store.dispatch(found(5));
    expect(await seen).toBe(6);
  });

  it('do not make those hear twice that were there from the start', () => {
    const { told, listen, store, startListening, late } = purse();
    listen(startListening);
    store.dispatch(found(1));
    store.dispatch(late.attached());
    expect(told).toEqual(['1: 0 to 1', 'counted']);
  });
});
