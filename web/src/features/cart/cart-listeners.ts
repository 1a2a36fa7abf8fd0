// Owns what happens around the cart: it is kept in local storage, in the account when signed in, follows other tabs
// and devices, and says what changed. A failed save to the account only warns (specification, section 4).

import { isAnyOf, type UnknownAction } from '@reduxjs/toolkit';
import { CART_LINES_MAX, type CartLine, lineKey, parseCartLines, QUANTITY_MAX } from '@savepoint/model/cart';
import { type SubscribeToUserRecord, subscribeToUserRecord, userRecordApi } from '../../api/user-record.ts';
import type { PlainDocument } from '../../firebase/request.ts';
import type { StartListening } from '../../lib/listener-middleware.ts';
import { toastShown } from '../../lib/toast-slice.ts';
import { orderPaid } from '../../session/order-events.ts';
import { sessionEnded, sessionStarted } from '../../session/session-slice.ts';
import {
  accountCartLoaded,
  type CartState,
  cartCleared,
  cartLoaded,
  cartSaved,
  cartSaveFailed,
  cartSaveRetried,
  itemAdded,
  lineRemoved,
  lineSavedForLater,
  offerAccepted,
  offerDismissed,
  quantitySet,
  savedLineMovedToCart,
  savedLineRemoved,
  selectCart,
} from './cart-slice.ts';
import { CART_KEY, OWNER_KEY, readCart, SAVED_KEY, writeCart } from './cart-storage.ts';

type RootWithCart = { readonly cart: CartState };

const changedByShopper = isAnyOf(
  itemAdded,
  quantitySet,
  lineRemoved,
  cartCleared,
  lineSavedForLater,
  savedLineMovedToCart,
  savedLineRemoved,
  offerAccepted,
  orderPaid,
  cartSaveRetried,
);
const changedInAnyWay = isAnyOf(
  changedByShopper,
  offerDismissed,
  accountCartLoaded,
  cartSaved,
  sessionStarted,
  sessionEnded,
);

/** A line in words: name and, if it has one, size. */
export function describeLine(line: Pick<CartLine, 'name' | 'size'>): string {
  return line.size === undefined ? line.name : `${line.name}, size ${line.size}`;
}

/** What to say after a shopper's change; undefined when the eye and the focus say enough. */
export function sayChange(action: UnknownAction, before: CartState, after: CartState) {
  if (itemAdded.match(action)) {
    const key = lineKey(action.payload);
    const held = after.lines.find((line) => lineKey(line) === key);
    if (held === undefined) {
      return { text: `Your cart holds at most ${CART_LINES_MAX} different items.`, tone: 'error' as const };
    }
    const wanted =
      (before.lines.find((line) => lineKey(line) === key)?.quantity ?? 0) + action.payload.quantity;
    if (wanted > QUANTITY_MAX) return { text: `${QUANTITY_MAX} of one item is the most a cart can hold.` };
    return { text: `${describeLine(action.payload)}: added to your cart.` };
  }
  if (lineRemoved.match(action)) {
    const gone = before.lines.find((line) => lineKey(line) === action.payload);
    if (gone === undefined) return undefined;
    return {
      text: `${describeLine(gone)}: removed from your cart.`,
      button: { label: 'Undo', action: itemAdded(gone) },
    };
  }
  if (lineSavedForLater.match(action)) return { text: 'Saved for later.' };
  if (savedLineMovedToCart.match(action)) return { text: 'Moved to your cart.' };
  if (offerAccepted.match(action))
    return { text: 'The items you picked before signing in are in your cart.' };
  return undefined;
}

function sameCart(record: PlainDocument, cart: CartState): boolean {
  return (
    JSON.stringify([parseCartLines(record.cart), parseCartLines(record.savedForLater)]) ===
    JSON.stringify([cart.lines, cart.saved])
  );
}

/** Registers the cart's effects. `follow` is passed in so that tests own the account. */
export function listenToCart(
  start: StartListening,
  follow: SubscribeToUserRecord = subscribeToUserRecord,
): void {
  /** Saves under way; what the account says meanwhile is older than what the shopper sees. */
  let saving = 0;

  start({
    // A cart that the action left as it was is not written: another tab may have stored a newer one.
    predicate: (action, current, before) =>
      changedInAnyWay(action) && selectCart(current as RootWithCart) !== selectCart(before as RootWithCart),
    effect: (_action, { getState }) => writeCart(selectCart(getState() as RootWithCart)),
  });

  start({
    matcher: changedByShopper,
    effect: async (action, { dispatch, getState, getOriginalState }) => {
      const before = selectCart(getOriginalState() as RootWithCart);
      const cart = selectCart(getState() as RootWithCart);
      const said = sayChange(action, before, cart);
      if (said !== undefined) dispatch(toastShown(said));
      if (cart.owner === null || cart.awaitsAccount) return;
      await save(dispatch as never, cart);
    },
  });

  async function save(dispatch: (action: unknown) => Promise<{ error?: unknown }>, cart: CartState) {
    if (cart.owner === null) return;
    saving += 1;
    const answer = await dispatch(
      userRecordApi.endpoints.saveUserFields.initiate({
        uid: cart.owner,
        fields: { cart: cart.lines, savedForLater: cart.saved },
      }),
    );
    saving -= 1;
    if (answer.error !== undefined) {
      console.warn('The cart could not be saved to the account.', answer.error);
      await dispatch(cartSaveFailed());
    } else await dispatch(cartSaved({ uid: cart.owner, lines: cart.lines, saved: cart.saved }));
  }

  start({
    actionCreator: sessionStarted,
    effect: async (action, api) => {
      const { uid } = action.payload;
      const before = api.getOriginalState() as unknown as { session: { user?: { uid: string } } };
      if (before.session.user?.uid === uid) return;
      const stop = await follow(
        uid,
        (record) => {
          // The record of a new shopper is still being made.
          if (record === null) return;
          const cart = selectCart(api.getState() as RootWithCart);
          if (cart.owner !== uid || saving > 0 || cart.unsaved) return;
          if (!cart.awaitsAccount && sameCart(record, cart)) return;
          api.dispatch(
            accountCartLoaded({
              uid,
              lines: parseCartLines(record.cart),
              saved: parseCartLines(record.savedForLater),
            }),
          );
          const loaded = selectCart(api.getState() as RootWithCart);
          if (!sameCart(record, loaded)) void save(api.dispatch as never, loaded);
        },
        (problem) => console.warn('The cart could not be read from the account.', problem),
      ).catch((cause: unknown) => {
        console.warn('The cart could not be read from the account.', cause);
        return () => {};
      });
      await api
        .condition(
          (next) => sessionEnded.match(next) || (sessionStarted.match(next) && next.payload.uid !== uid),
        )
        .catch(() => undefined);
      stop();
    },
  });
}

/** Follows the cart that other tabs of this browser store. Answers the function that stops following. */
export function startCart(dispatch: (action: UnknownAction) => unknown): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === null || [CART_KEY, SAVED_KEY, OWNER_KEY].includes(event.key)) {
      dispatch(cartLoaded(readCart()));
    }
  };
  addEventListener('storage', onStorage);
  return () => removeEventListener('storage', onStorage);
}
