// Owns which of the shopper's actions are told to the conversion tag: changes of the cart by the shopper and the
// choice of consent. What other tabs or the account change is not the shopper's action here and is not told.
import { isAnyOf } from '@reduxjs/toolkit';
import { type Cart, type CartLine, lineKey } from '@savepoint/model/cart';
import {
  cartCleared,
  cartMergeAccepted,
  itemAdded,
  lineRemoved,
  lineSavedForLater,
  quantitySet,
  savedLineMovedToCart,
  selectCart,
} from '../features/cart/cart-slice.ts';
import { consentChosen, storeConsent } from '../features/consent/consent-slice.ts';
import type { ConversionEvent, ConversionTag } from '../features/conversion/conversion-tag.ts';
import type { StartListening } from '../lib/listener-middleware.ts';

type RootWithCart = Parameters<typeof selectCart>[0];

const changedByShopper = isAnyOf(
  itemAdded,
  quantitySet,
  lineRemoved,
  cartCleared,
  lineSavedForLater,
  savedLineMovedToCart,
  cartMergeAccepted,
);

function toEvent(line: CartLine, change: number): ConversionEvent {
  return {
    event: change > 0 ? 'add_to_cart' : 'remove_from_cart',
    item_id: line.id,
    item_name: line.name,
    price: line.price,
    quantity: Math.abs(change),
  };
}

/** One event per line whose quantity differs. */
export function cartEvents(before: Cart, after: Cart): ConversionEvent[] {
  const quantityIn = (cart: Cart, key: string) => cart.find((line) => lineKey(line) === key)?.quantity ?? 0;
  const lines = new Map([...before, ...after].map((line) => [lineKey(line), line]));
  return [...lines].flatMap(([key, line]) => {
    const change = quantityIn(after, key) - quantityIn(before, key);
    return change === 0 ? [] : [toEvent(line, change)];
  });
}

/** Registers the tag's effects. */
export function listenToConversions(start: StartListening, tag: ConversionTag): void {
  start({
    matcher: changedByShopper,
    effect: (_action, { getState, getOriginalState }) => {
      const before = selectCart(getOriginalState() as RootWithCart).lines;
      const after = selectCart(getState() as RootWithCart).lines;
      for (const event of cartEvents(before, after)) tag.track(event);
    },
  });
  start({
    actionCreator: consentChosen,
    effect: (action) => {
      storeConsent(action.payload);
      if (action.payload === 'granted') tag.grant();
      else tag.deny();
    },
  });
}
