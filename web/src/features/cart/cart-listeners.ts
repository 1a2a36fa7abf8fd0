// Listeners that persist the cart: to local storage, to the account when signed in, and to the
// other tabs and devices of the shopper. A failed save to the account only warns (specification,
// section 4).
import { isAnyOf, type UnknownAction } from '@reduxjs/toolkit';
import { CART_LINES_MAX, type CartLine, lineKey, parseCartLines, QUANTITY_MAX } from '@savepoint/model/cart';
import type { Product } from '@savepoint/model/product';
import { catalogueApi } from '../../api/catalogue-endpoints.ts';
import { selectUserRecord, userRecordApi } from '../../api/user-record.ts';
import type { AppDispatch, RootState } from '../../app/store.ts';
import type { PlainDocument } from '../../firebase/request.ts';
import type { ListenerApi, StartListening } from '../../lib/listener-middleware.ts';
import { onStoredElsewhere } from '../../lib/safe-storage.ts';
import { toastShown } from '../../lib/toast-slice.ts';
import { sessionEnded, sessionStarted } from '../../session/session-slice.ts';
import { addedLineShown } from './added-line-slice.ts';
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
  cartSent,
  itemAdded,
  lineLimited,
  lineRemoved,
  lineSavedForLater,
  linesOrdered,
  pricesAccepted,
  quantitySet,
  savedLineMovedToCart,
  savedLineRemoved,
  selectCart,
} from './cart-slice.ts';
import {
  CART_KEY,
  OWNER_KEY,
  parseCartVersion,
  readCart,
  SAVED_FOR_LATER_KEY,
  writeCart,
} from './cart-storage.ts';
import { checkLine, type HeldLine } from './check-line.ts';

const isShopperChange = isAnyOf(
  itemAdded,
  quantitySet,
  lineRemoved,
  cartCleared,
  lineSavedForLater,
  savedLineMovedToCart,
  savedLineRemoved,
  cartMergeAccepted,
  lineLimited,
  pricesAccepted,
  cartSaveRetried,
);
const isAnyCartChange = isAnyOf(
  isShopperChange,
  cartMergeDismissed,
  accountCartLoaded,
  cartSaved,
  cartSent,
  linesOrdered,
  sessionStarted,
  sessionEnded,
);

/** The display name of a line: product name and, if any, size. */
export function describeLine(line: Pick<CartLine, 'name' | 'size'>): string {
  return line.size === undefined ? line.name : `${line.name}, size ${line.size}`;
}

/** The toast for a shopper's change of the cart; undefined if the page itself shows the change. */
function toastFor(action: UnknownAction, before: CartState, after: CartState) {
  if (itemAdded.match(action)) {
    const key = lineKey(action.payload);
    const inCart = after.lines.find((line) => lineKey(line) === key);
    if (inCart === undefined) {
      return { text: `Your cart holds at most ${CART_LINES_MAX} different items.`, tone: 'error' as const };
    }
    const quantity =
      (before.lines.find((line) => lineKey(line) === key)?.quantity ?? 0) + action.payload.quantity;
    if (quantity > QUANTITY_MAX) return { text: `Your cart holds at most ${QUANTITY_MAX} of one item.` };
    return undefined;
  }
  if (lineRemoved.match(action)) {
    const removed = before.lines.find((line) => lineKey(line) === action.payload);
    if (removed === undefined) return undefined;
    return {
      text: `${describeLine(removed)}: removed from your cart.`,
      button: {
        label: 'Undo',
        action: itemAdded(removed, { index: before.lines.indexOf(removed), isQuiet: true }),
      },
    };
  }
  if (lineSavedForLater.match(action)) return { text: 'Saved for later.' };
  if (savedLineMovedToCart.match(action)) return { text: 'Moved to your cart.' };
  if (cartMergeAccepted.match(action))
    return { text: 'The items you added before logging in are in your cart now.' };
  return undefined;
}

function isSameCart(record: PlainDocument, cart: CartState): boolean {
  return (
    JSON.stringify([parseCartLines(record.cart), parseCartLines(record.savedForLater)]) ===
    JSON.stringify([cart.lines, cart.saved])
  );
}

/** The cached record of the cart's account. */
function accountRecord(state: RootState): PlainDocument | null | undefined {
  const { owner } = selectCart(state);
  return owner === null ? undefined : selectUserRecord(state, owner).data;
}

const { product: productEndpoint } = catalogueApi.endpoints;

/**
 * Reduces lines that a change raised above the stock, and says so. A product that was not read
 * before is read first, and its line is reduced later. Returns whether a line was reduced now.
 */
function limitToStock(
  before: CartState,
  after: CartState,
  dispatch: AppDispatch,
  getState: () => RootState,
  selectHeldLines: SelectHeldLines,
): boolean {
  const held = () => selectHeldLines(getState());
  const grown = after.lines.flatMap((line) => {
    const had = before.lines.find((other) => lineKey(other) === lineKey(line))?.quantity ?? 0;
    return line.quantity > had ? [{ line, had }] : [];
  });
  return grown
    .map(({ line, had }) => {
      const { data: product } = productEndpoint.select(line.id)(getState());
      if (product !== undefined) return limitLine(line, had, product, held(), dispatch);
      void dispatch(productEndpoint.initiate(line.id, { subscribe: false })).then(({ data }) => {
        const now = selectCart(getState()).lines.find((other) => lineKey(other) === lineKey(line));
        if (now !== undefined) limitLine(now, had, data, held(), dispatch);
      });
      return false;
    })
    .includes(true);
}

function limitLine(
  line: CartLine,
  had: number,
  product: Product | null | undefined,
  held: readonly HeldLine[],
  dispatch: AppDispatch,
): boolean {
  const { problem } = checkLine(line, product, held);
  if (problem === undefined) return false;
  const { available } = problem;
  const quantity = Math.min(line.quantity, Math.max(had, available));
  if (quantity === line.quantity) return false;
  dispatch(lineLimited({ key: lineKey(line), quantity }));
  const left = available === 1 ? 'is left' : 'are left';
  const text =
    available === 0
      ? `${describeLine(line)}: sold out, so it was not added.`
      : `Only ${available} of ${describeLine(line)} ${left}; your cart has ${quantity === available && quantity > 1 ? `all ${quantity}` : quantity}.`;
  dispatch(toastShown({ text, tone: 'error' }));
  return true;
}

/**
 * True if a payment has removed lines from the account's cart that this browser does not know of
 * yet.
 */
function isPaidSince(state: RootState): boolean {
  const { confirmed } = selectCart(state);
  return parseCartVersion(accountRecord(state)?.cartVersion) > (confirmed?.version ?? 0);
}

type CartApi = Pick<ListenerApi, 'dispatch' | 'getState'>;

/** The lines of the shopper's unpaid order. */
export type SelectHeldLines = (state: RootState) => readonly HeldLine[];

/** Registers the cart's listeners. */
export function listenToCart(start: StartListening, selectHeldLines: SelectHeldLines = () => []): void {
  /** Saves in flight. Snapshots that arrive meanwhile are older than the local cart. */
  let savesInFlight = 0;

  start({
    // An unchanged cart is not written: another tab may have stored a newer one.
    predicate: (action, current, before) =>
      isAnyCartChange(action) && selectCart(current) !== selectCart(before),
    effect: (_action, { getState }) => writeCart(selectCart(getState())),
  });

  start({
    matcher: isShopperChange,
    effect: async (action, { dispatch, getState, getOriginalState }) => {
      const before = selectCart(getOriginalState());
      const cart = selectCart(getState());
      const isLimited = limitToStock(before, cart, dispatch, getState, selectHeldLines);
      // The action that limits a line also gets here, with the limited cart.
      if (isLimited) return;
      const toast = toastFor(action, before, cart);
      if (toast !== undefined) dispatch(toastShown(toast));
      else if (itemAdded.match(action) && !action.meta.isQuiet)
        dispatch(addedLineShown(lineKey(action.payload)));
      if (cart.owner === null || cart.isLoadingAccount) return;
      await save({ dispatch, getState }, cart);
    },
  });

  async function save(api: CartApi, cart: CartState): Promise<void> {
    if (cart.owner === null) return;
    const version = cart.confirmed?.version ?? 0;
    api.dispatch(cartSent());
    savesInFlight += 1;
    const result = await api.dispatch(
      userRecordApi.endpoints.saveUserFields.initiate({
        uid: cart.owner,
        fields: { cart: cart.lines, savedForLater: cart.saved, cartVersion: version },
      }),
    );
    savesInFlight -= 1;
    if (result.error === undefined)
      api.dispatch(cartSaved({ uid: cart.owner, lines: cart.lines, saved: cart.saved, version }));
    // A later save has the whole cart and decides whether the account has it.
    if (savesInFlight > 0) return;
    // A payment may have changed the account's cart meanwhile: rules deny a save that does not know
    // of it.
    if (isPaidSince(api.getState())) loadAccountCart(api);
    else if (result.error !== undefined) {
      console.warn('The cart could not be saved to the account.', result.error);
      api.dispatch(cartSaveFailed(cart.owner));
    }
  }

  /**
   * Merges the account's cart into the local one, and saves the result if it differs from the
   * account's.
   */
  function loadAccountCart(api: CartApi): void {
    const record = accountRecord(api.getState());
    // The user record of a new account does not exist yet.
    if (record === undefined || record === null) return;
    api.dispatch(
      accountCartLoaded({
        uid: record.id,
        lines: parseCartLines(record.cart),
        saved: parseCartLines(record.savedForLater),
        version: parseCartVersion(record.cartVersion),
      }),
    );
    const loaded = selectCart(api.getState());
    if (!isSameCart(record, loaded)) void save(api, loaded);
  }

  start({
    // The session may start, or restart, when the record is already cached.
    predicate: (action, current, before) =>
      accountRecord(current) !== accountRecord(before) || sessionStarted.match(action),
    effect: (_action, { dispatch, getState }) => {
      const state = getState();
      const record = accountRecord(state);
      if (record === undefined || record === null) return;
      const cart = selectCart(state);
      // During a save and after a failed one, the local cart is newer than the account's, except
      // for paid lines.
      const isNewer =
        savesInFlight === 0 && (isPaidSince(state) || (!cart.saveFailed && !isSameCart(record, cart)));
      if (cart.isLoadingAccount || isNewer) loadAccountCart({ dispatch, getState });
    },
  });
}

/**
 * Loads the cart whenever another tab of this browser stores it. Returns the unsubscribe function.
 */
export function syncCartAcrossTabs(dispatch: (action: UnknownAction) => unknown): () => void {
  return onStoredElsewhere([CART_KEY, SAVED_FOR_LATER_KEY, OWNER_KEY], () =>
    dispatch(cartLoaded(readCart())),
  );
}
