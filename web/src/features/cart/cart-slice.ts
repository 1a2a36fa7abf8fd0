// Owns the cart as every part of the shop sees it: one list for badge, dropdown, page and checkout. The rules are the
// model's; where the cart is kept is cart-listeners.ts.

import { createSelector, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import {
  addLine,
  type Cart,
  type CartLine,
  countUnits,
  lineKey,
  setQuantity,
  subtotalCents,
} from '@savepoint/model/cart';
import { mergeCarts } from '@savepoint/model/merge-carts';
import { orderPaid } from '../../session/order-events.ts';
import { sessionEnded, sessionStarted } from '../../session/session-slice.ts';
import { readCart, type StoredCart } from './cart-storage.ts';

export interface CartState extends StoredCart {
  /** True from sign-in until the account's cart has answered. */
  readonly isLoadingAccount: boolean;
  /** True when the lines were a guest's in this page's life, so an account without a cart takes them over. */
  readonly fromGuest: boolean;
  /** True when the last save to the account failed; the local cart still applies. */
  readonly saveFailed: boolean;
}

/** The cart of a guest who has put nothing into it. */
export const EMPTY_CART = {
  lines: [],
  saved: [],
  pendingMerge: [],
  owner: null,
  confirmed: null,
  isLoadingAccount: false,
  fromGuest: false,
  saveFailed: false,
} as const satisfies CartState;

/** The account's side of the cart, as read from users/{uid}. */
interface AccountCart {
  readonly uid: string;
  readonly lines: Cart;
  readonly saved: Cart;
}

const without = (cart: Cart, key: string): Cart => cart.filter((line) => lineKey(line) !== key);
const missingFrom = (cart: Cart, lines: Cart): Cart =>
  lines.filter((line) => !cart.some((other) => lineKey(other) === lineKey(line)));
const merged = (cart: Cart, lines: Cart): Cart => lines.reduce<Cart>(addLine, cart);

function started(state: CartState, uid: string): CartState {
  if (state.owner === uid) return { ...state, isLoadingAccount: true };
  const guest = state.owner === null;
  return {
    ...state,
    owner: uid,
    confirmed: null,
    lines: guest ? state.lines : [],
    saved: guest ? state.saved : [],
    pendingMerge: guest ? state.lines : [],
    isLoadingAccount: true,
    fromGuest: guest,
    saveFailed: false,
  };
}

/**
 * The account's cart wins; an account without one takes the guest's lines over (specification, section 4). What this
 * browser changed and the account has not confirmed yet is no guest's: it stays.
 */
function accountLoaded(state: CartState, account: AccountCart): CartState {
  if (state.owner !== account.uid) return state;
  const { confirmed } = state;
  const takesOver = state.fromGuest && account.lines.length === 0;
  const lines = takesOver
    ? state.lines
    : confirmed
      ? mergeCarts(confirmed.lines, state.lines, account.lines)
      : account.lines;
  const saved = confirmed ? mergeCarts(confirmed.saved, state.saved, account.saved) : account.saved;
  return {
    ...state,
    lines,
    saved: state.fromGuest ? merged(account.saved, missingFrom(account.saved, state.saved)) : saved,
    pendingMerge: takesOver ? [] : missingFrom(lines, state.pendingMerge),
    confirmed: { lines: account.lines, saved: account.saved },
    isLoadingAccount: false,
    fromGuest: false,
  };
}

function paid(lines: Cart, bought: readonly { id: string; size?: string; quantity: number }[]): Cart {
  return bought.reduce<Cart>((cart, line) => {
    const held = cart.find((candidate) => lineKey(candidate) === lineKey(line));
    return held === undefined ? cart : setQuantity(cart, lineKey(line), held.quantity - line.quantity);
  }, lines);
}

export const cartSlice = createSlice({
  name: 'cart',
  initialState: (): CartState => ({ ...EMPTY_CART, ...readCart() }),
  reducers: {
    itemAdded: (state, action: PayloadAction<CartLine>): CartState => ({
      ...state,
      lines: addLine(state.lines, action.payload),
    }),
    quantitySet: (state, action: PayloadAction<{ key: string; quantity: number }>): CartState => ({
      ...state,
      lines: setQuantity(state.lines, action.payload.key, action.payload.quantity),
    }),
    lineRemoved: (state, action: PayloadAction<string>): CartState => ({
      ...state,
      lines: without(state.lines, action.payload),
    }),
    cartCleared: (state): CartState => ({ ...state, lines: [] }),
    lineSavedForLater: (state, action: PayloadAction<string>): CartState => {
      const line = state.lines.find((candidate) => lineKey(candidate) === action.payload);
      if (line === undefined) return state;
      return {
        ...state,
        lines: without(state.lines, action.payload),
        saved: addLine(without(state.saved, action.payload), line),
      };
    },
    savedLineMovedToCart: (state, action: PayloadAction<string>): CartState => {
      const line = state.saved.find((candidate) => lineKey(candidate) === action.payload);
      if (line === undefined) return state;
      return { ...state, lines: addLine(state.lines, line), saved: without(state.saved, action.payload) };
    },
    savedLineRemoved: (state, action: PayloadAction<string>): CartState => ({
      ...state,
      saved: without(state.saved, action.payload),
    }),
    cartMergeAccepted: (state): CartState => ({
      ...state,
      lines: merged(state.lines, state.pendingMerge),
      pendingMerge: [],
    }),
    cartMergeDismissed: (state): CartState => ({ ...state, pendingMerge: [] }),
    /** Another tab of this browser changed what is stored. */
    cartLoaded: (state, action: PayloadAction<StoredCart>): CartState => ({ ...state, ...action.payload }),
    /** The account's cart answered, or changed on another device. */
    accountCartLoaded: (state, action: PayloadAction<AccountCart>) => accountLoaded(state, action.payload),
    /** The account holds this cart now. */
    cartSaved: (state, { payload: { uid, ...confirmed } }: PayloadAction<AccountCart>): CartState =>
      state.owner === uid ? { ...state, saveFailed: false, confirmed } : state,
    cartSaveFailed: (state): CartState => ({ ...state, saveFailed: true }),
    /** The shopper asks to save the cart again after a failure. */
    cartSaveRetried: (state) => state,
  },
  extraReducers: (builder) => {
    builder
      .addCase(sessionStarted, (state, action) => started(state, action.payload.uid))
      .addCase(sessionEnded, (state): CartState => {
        if (state.owner === null) return state;
        return { ...EMPTY_CART, lines: state.pendingMerge };
      })
      .addCase(
        orderPaid,
        (state, action): CartState => ({ ...state, lines: paid(state.lines, action.payload.lines) }),
      );
  },
  selectors: {
    selectCart: (state): CartState => state,
    selectCartLines: (state): Cart => state.lines,
    selectSavedLines: (state): Cart => state.saved,
    selectPendingMerge: (state): Cart => (state.isLoadingAccount ? [] : state.pendingMerge),
    selectCartSaveFailed: (state): boolean => state.saveFailed,
    selectCartUnits: createSelector([(state: CartState) => state.lines], countUnits),
    selectSubtotalCents: createSelector([(state: CartState) => state.lines], subtotalCents),
  },
});

export const {
  itemAdded,
  quantitySet,
  lineRemoved,
  cartCleared,
  lineSavedForLater,
  savedLineMovedToCart,
  savedLineRemoved,
  cartMergeAccepted,
  cartMergeDismissed,
  cartLoaded,
  accountCartLoaded,
  cartSaved,
  cartSaveFailed,
  cartSaveRetried,
} = cartSlice.actions;

export const {
  selectCart,
  selectCartLines,
  selectCartUnits,
  selectCartSaveFailed,
  selectPendingMerge,
  selectSavedLines,
  selectSubtotalCents,
} = cartSlice.selectors;
