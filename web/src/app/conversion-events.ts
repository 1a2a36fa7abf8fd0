// Reports the shopper's actions in this tab: changes of the cart, and the choice of consent.
// Changes synced from another tab or from the account are not reported.
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
import type { ConversionEvent, Tracker } from '../features/conversion/conversion-tag.ts';
import type { StartListening } from '../lib/listener-middleware.ts';

const changedByShopper = isAnyOf(
  itemAdded,
  quantitySet,
  lineRemoved,
  cartCleared,
  lineSavedForLater,
  savedLineMovedToCart,
  cartMergeAccepted,
);

function toEvent(line: CartLine, difference: number): ConversionEvent {
  return {
    event: difference > 0 ? 'add_to_cart' : 'remove_from_cart',
    item_id: line.id,
    item_name: line.name,
    price: line.price,
    quantity: Math.abs(difference),
  };
}

/** One event per cart line whose quantity differs. */
function cartEvents(before: Cart, after: Cart): ConversionEvent[] {
  const quantityIn = (cart: Cart, key: string) => cart.find((line) => lineKey(line) === key)?.quantity ?? 0;
  const lines = new Map([...before, ...after].map((line) => [lineKey(line), line]));
  return [...lines].flatMap(([key, line]) => {
    const difference = quantityIn(after, key) - quantityIn(before, key);
    return difference === 0 ? [] : [toEvent(line, difference)];
  });
}

/** Registers the listeners that report conversion events. */
export function listenToConversions(startListening: StartListening, tracker: Tracker): void {
  startListening({
    matcher: changedByShopper,
    effect: (_action, { getState, getOriginalState }) => {
      const before = selectCart(getOriginalState()).lines;
      const after = selectCart(getState()).lines;
      for (const event of cartEvents(before, after)) tracker.track(event);
    },
  });
  startListening({
    actionCreator: consentChosen,
    effect: (action) => {
      storeConsent(action.payload);
      if (action.payload === 'granted') tracker.grant();
      else tracker.deny();
    },
  });
}
