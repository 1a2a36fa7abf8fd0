// Listeners that persist the cart: to local storage, to the account when signed in, and to the other tabs and devices
// of the shopper. A failed save to the account only warns (specification, section 4).
import { isAnyOf, type ThunkDispatch, type UnknownAction } from '@reduxjs/toolkit';
import { CART_LINES_MAX, type CartLine, lineKey, parseCartLines, QUANTITY_MAX } from '@savepoint/model/cart';
import { type RootWithApi, selectUserRecord, userRecordApi } from '../../api/user-record.ts';
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

type ShopDispatch = ThunkDispatch<unknown, unknown, UnknownAction>;
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

/** The cached record of the account that the cart belongs to. */
function accountRecord(state: unknown): PlainDocument | null | undefined {
  const { owner } = selectCart(state as RootWithCart);
  return owner === null ? undefined : selectUserRecord(state as RootWithApi, owner).data;
}

/** Registers the cart's listeners. */
export function listenToCart(start: StartListening): void {
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
      await save(dispatch, cart);
    },
  });

  async function save(dispatch: ShopDispatch, cart: CartState) {
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
      dispatch(cartSaveFailed(cart.owner));
    } else dispatch(cartSaved({ uid: cart.owner, lines: cart.lines, saved: cart.saved }));
  }

  start({
    // The session may start, or start again, when the record is in the cache already.
    predicate: (action, current, before) =>
      accountRecord(current) !== accountRecord(before) || sessionStarted.match(action),
    effect: (_action, { dispatch, getState }) => {
      const state = getState();
      const record = accountRecord(state);
      // The user record of a new account does not exist yet.
      if (record === undefined || record === null) return;
      const cart = selectCart(state as RootWithCart);
      // During a save and after a failed one the local cart is newer than the account's.
      if (!cart.isLoadingAccount && (savesInFlight > 0 || cart.saveFailed || isSameCart(record, cart)))
        return;
      const lines = parseCartLines(record.cart);
      dispatch(accountCartLoaded({ uid: record.id, lines, saved: parseCartLines(record.savedForLater) }));
      const loaded = selectCart(getState() as RootWithCart);
      if (!isSameCart(record, loaded)) void save(dispatch, loaded);
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
