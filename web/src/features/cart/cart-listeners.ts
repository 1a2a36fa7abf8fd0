// Listeners that persist the cart: to local storage, to the account when signed in, and to the other tabs and devices
// of the shopper. A failed save to the account only warns (specification, section 4).
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
  cartMergeAccepted,
  cartMergeDismissed,
  cartSaved,
  cartSaveFailed,
  cartSaveRetried,
  itemAdded,
  lineRemoved,
  lineSavedForLater,
  quantitySet,
  savedLineMovedToCart,
  savedLineRemoved,
  selectCart,
} from './cart-slice.ts';
import { CART_KEY, OWNER_KEY, readCart, SAVED_FOR_LATER_KEY, writeCart } from './cart-storage.ts';

type RootWithCart = { readonly cart: CartState };

const isShopperChange = isAnyOf(
  itemAdded,
  quantitySet,
  lineRemoved,
  cartCleared,
  lineSavedForLater,
  savedLineMovedToCart,
  savedLineRemoved,
  cartMergeAccepted,
  orderPaid,
  cartSaveRetried,
);
const isAnyCartChange = isAnyOf(
  isShopperChange,
  cartMergeDismissed,
  accountCartLoaded,
  cartSaved,
  sessionStarted,
  sessionEnded,
);

/** A display name for a line item: product name and, where there is one, size. */
export function describeLine(line: Pick<CartLine, 'name' | 'size'>): string {
  return line.size === undefined ? line.name : `${line.name}, size ${line.size}`;
}

/** The toast for a shopper's change of the cart; undefined where the page itself shows the change. */
function toastFor(action: UnknownAction, before: CartState, after: CartState) {
  if (itemAdded.match(action)) {
    const key = lineKey(action.payload);
    const inCart = after.lines.find((line) => lineKey(line) === key);
    if (inCart === undefined) {
      return { text: `Your cart holds at most ${CART_LINES_MAX} different items.`, tone: 'error' as const };
    }
    const quantity =
      (before.lines.find((line) => lineKey(line) === key)?.quantity ?? 0) + action.payload.quantity;
    if (quantity > QUANTITY_MAX) return { text: `${QUANTITY_MAX} of one item is the most a cart can hold.` };
    return { text: `${describeLine(action.payload)}: added to your cart.` };
  }
  if (lineRemoved.match(action)) {
    const removed = before.lines.find((line) => lineKey(line) === action.payload);
    if (removed === undefined) return undefined;
    return {
      text: `${describeLine(removed)}: removed from your cart.`,
      button: { label: 'Undo', action: itemAdded(removed) },
    };
  }
  if (lineSavedForLater.match(action)) return { text: 'Saved for later.' };
  if (savedLineMovedToCart.match(action)) return { text: 'Moved to your cart.' };
  if (cartMergeAccepted.match(action))
    return { text: 'The items you picked before signing in are in your cart.' };
  return undefined;
}

function isSameCart(record: PlainDocument, cart: CartState): boolean {
  return (
    JSON.stringify([parseCartLines(record.cart), parseCartLines(record.savedForLater)]) ===
    JSON.stringify([cart.lines, cart.saved])
  );
}

/** Registers the cart's listeners. `follow` subscribes to the user record; tests pass their own. */
export function listenToCart(
  start: StartListening,
  follow: SubscribeToUserRecord = subscribeToUserRecord,
): void {
  /** Saves in flight. Snapshots that arrive meanwhile are older than the local cart. */
  let savesInFlight = 0;

  start({
    // An unchanged cart is not written: another tab may have stored a newer one.
    predicate: (action, current, before) =>
      isAnyCartChange(action) && selectCart(current as RootWithCart) !== selectCart(before as RootWithCart),
    effect: (_action, { getState }) => writeCart(selectCart(getState() as RootWithCart)),
  });

  start({
    matcher: isShopperChange,
    effect: async (action, { dispatch, getState, getOriginalState }) => {
      const before = selectCart(getOriginalState() as RootWithCart);
      const cart = selectCart(getState() as RootWithCart);
      const toast = toastFor(action, before, cart);
      if (toast !== undefined) dispatch(toastShown(toast));
      if (cart.owner === null || cart.isLoadingAccount) return;
      await save(dispatch as never, cart);
    },
  });

  async function save(dispatch: (action: unknown) => Promise<{ error?: unknown }>, cart: CartState) {
    if (cart.owner === null) return;
    savesInFlight += 1;
    const result = await dispatch(
      userRecordApi.endpoints.saveUserFields.initiate({
        uid: cart.owner,
        fields: { cart: cart.lines, savedForLater: cart.saved },
      }),
    );
    savesInFlight -= 1;
    if (result.error !== undefined) {
      console.warn('The cart could not be saved to the account.', result.error);
      await dispatch(cartSaveFailed(cart.owner));
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
          // The user record of a new account does not exist yet.
          if (record === null) return;
          const cart = selectCart(api.getState() as RootWithCart);
          if (cart.owner !== uid || savesInFlight > 0 || cart.saveFailed) return;
          if (!cart.isLoadingAccount && isSameCart(record, cart)) return;
          api.dispatch(
            accountCartLoaded({
              uid,
              lines: parseCartLines(record.cart),
              saved: parseCartLines(record.savedForLater),
            }),
          );
          const loaded = selectCart(api.getState() as RootWithCart);
          if (!isSameCart(record, loaded)) void save(api.dispatch as never, loaded);
        },
        (error) => console.warn('The cart could not be read from the account.', error),
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

/** Loads the cart whenever another tab of this browser stores it. Returns the unsubscribe function. */
export function syncCartAcrossTabs(dispatch: (action: UnknownAction) => unknown): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === null || [CART_KEY, SAVED_FOR_LATER_KEY, OWNER_KEY].includes(event.key)) {
      dispatch(cartLoaded(readCart()));
    }
  };
  addEventListener('storage', onStorage);
  return () => removeEventListener('storage', onStorage);
}
