// The cart as one list that badge, dropdown, cart page and checkout share. Rules come from the model; persistence is
// in cart-listeners.ts.
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
  /** True from sign-in until the account's cart has loaded. */
  readonly isLoadingAccount: boolean;
  /** True when the lines were added as a guest on this page, so that an account with an empty cart adopts them. */
  readonly fromGuest: boolean;
  /** True when the last save to the account failed; the local cart still applies. */
  readonly saveFailed: boolean;
}

/** A guest's empty cart. */
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

/** The cart stored in users/{uid}. */
interface AccountCart {
  readonly uid: string;
  readonly lines: Cart;
  readonly saved: Cart;
}

const withoutLine = (cart: Cart, key: string): Cart => cart.filter((line) => lineKey(line) !== key);
const linesMissingFrom = (cart: Cart, lines: Cart): Cart =>
  lines.filter((line) => !cart.some((other) => lineKey(other) === lineKey(line)));
const addLines = (cart: Cart, lines: Cart): Cart => lines.reduce<Cart>(addLine, cart);

function startSession(state: CartState, uid: string): CartState {
  if (state.owner === uid) return { ...state, isLoadingAccount: true };
  const wasGuest = state.owner === null;
  return {
    ...state,
    owner: uid,
    confirmed: null,
    lines: wasGuest ? state.lines : [],
    saved: wasGuest ? state.saved : [],
    pendingMerge: wasGuest ? state.lines : [],
    isLoadingAccount: true,
    fromGuest: wasGuest,
    saveFailed: false,
  };
}

/**
 * The account's cart wins; an empty account cart adopts the guest's lines (specification, section 4). Changes that this
 * browser made as the same account and that are not confirmed yet survive: a three-way merge with the confirmed cart as
 * its base.
 */
function mergeAccountCart(state: CartState, account: AccountCart): CartState {
  if (state.owner !== account.uid) return state;
  const { confirmed } = state;
  const usesGuestLines = state.fromGuest && account.lines.length === 0;
  const lines = usesGuestLines
    ? state.lines
    : confirmed
      ? mergeCarts(confirmed.lines, state.lines, account.lines)
      : account.lines;
  const saved = confirmed ? mergeCarts(confirmed.saved, state.saved, account.saved) : account.saved;
  return {
    ...state,
    lines,
    saved: state.fromGuest ? addLines(account.saved, linesMissingFrom(account.saved, state.saved)) : saved,
    pendingMerge: usesGuestLines ? [] : linesMissingFrom(lines, state.pendingMerge),
    confirmed: { lines: account.lines, saved: account.saved },
    isLoadingAccount: false,
    fromGuest: false,
  };
}

function subtractPaidLines(
  lines: Cart,
  paidLines: readonly { id: string; size?: string; quantity: number }[],
): Cart {
  return paidLines.reduce<Cart>((cart, line) => {
    const inCart = cart.find((candidate) => lineKey(candidate) === lineKey(line));
    return inCart === undefined ? cart : setQuantity(cart, lineKey(line), inCart.quantity - line.quantity);
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
      lines: withoutLine(state.lines, action.payload),
    }),
    cartCleared: (state): CartState => ({ ...state, lines: [] }),
    lineSavedForLater: (state, action: PayloadAction<string>): CartState => {
      const line = state.lines.find((candidate) => lineKey(candidate) === action.payload);
      if (line === undefined) return state;
      return {
        ...state,
        lines: withoutLine(state.lines, action.payload),
        saved: addLine(withoutLine(state.saved, action.payload), line),
      };
    },
    savedLineMovedToCart: (state, action: PayloadAction<string>): CartState => {
      const line = state.saved.find((candidate) => lineKey(candidate) === action.payload);
      if (line === undefined) return state;
      return { ...state, lines: addLine(state.lines, line), saved: withoutLine(state.saved, action.payload) };
    },
    savedLineRemoved: (state, action: PayloadAction<string>): CartState => ({
      ...state,
      saved: withoutLine(state.saved, action.payload),
    }),
    cartMergeAccepted: (state): CartState => ({
      ...state,
      lines: addLines(state.lines, state.pendingMerge),
      pendingMerge: [],
    }),
    cartMergeDismissed: (state): CartState => ({ ...state, pendingMerge: [] }),
    /** Another tab of this browser stored a cart. */
    cartLoaded: (state, action: PayloadAction<StoredCart>): CartState => ({ ...state, ...action.payload }),
    /** The account's cart was loaded, or changed on another device. */
    accountCartLoaded: (state, action: PayloadAction<AccountCart>) => mergeAccountCart(state, action.payload),
    /** The account stored this cart. */
    cartSaved: (state, { payload: { uid, ...confirmed } }: PayloadAction<AccountCart>): CartState =>
      state.owner === uid ? { ...state, saveFailed: false, confirmed } : state,
    /** The account with this uid did not store its cart. */
    cartSaveFailed: (state, action: PayloadAction<string>): CartState =>
      state.owner === action.payload ? { ...state, saveFailed: true } : state,
    /** The shopper retries a failed save. */
    cartSaveRetried: (state) => state,
  },
  extraReducers: (builder) => {
    builder
      .addCase(sessionStarted, (state, action) => startSession(state, action.payload.uid))
      .addCase(sessionEnded, (state): CartState => {
        if (state.owner === null) return state;
        return { ...EMPTY_CART, lines: state.pendingMerge };
      })
      .addCase(
        orderPaid,
        (state, action): CartState => ({
          ...state,
          lines: subtractPaidLines(state.lines, action.payload.lines),
        }),
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
