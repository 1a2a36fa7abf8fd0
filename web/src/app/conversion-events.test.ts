// @vitest-environment jsdom
import { combineReducers, configureStore, createListenerMiddleware } from '@reduxjs/toolkit';
import { describe, expect, it } from 'vitest';
import { cartSlice, itemAdded, quantitySet } from '../features/cart/cart-slice.ts';
import { type ConversionEvent, ConversionTag } from '../features/conversion/conversion-tag.ts';
import { listenToConversions } from './conversion-events.ts';
import type { AppDispatch, RootState } from './store.ts';

const TEE = { id: 'tee', name: 'Tee', image: '/art/tee.webp', price: 45, quantity: 2 };

describe('conversion events', () => {
  it('are reported once for each change of the cart', () => {
    const { middleware, startListening } = createListenerMiddleware();
    const store = configureStore({
      reducer: combineReducers({ cart: cartSlice.reducer }),
      middleware: (defaults) => defaults().prepend(middleware),
    });
    const reported: ConversionEvent[] = [];
    const tag = new ConversionTag(
      (event) => void reported.push(event),
      () => {},
    );
    tag.grant();
    listenToConversions(startListening.withTypes<RootState, AppDispatch>(), tag);
    store.dispatch(itemAdded(TEE));
    store.dispatch(quantitySet({ key: 'tee', quantity: 1 }));
    store.dispatch(quantitySet({ key: 'tee', quantity: 0 }));
    expect(reported.map((event) => 'quantity' in event && [event.event, event.quantity])).toEqual([
      ['add_to_cart', 2],
      ['remove_from_cart', 1],
      ['remove_from_cart', 1],
    ]);
  });
});
