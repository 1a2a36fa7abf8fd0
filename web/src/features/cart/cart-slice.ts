// The cart as one list that badge, dropdown, cart page and checkout share. The rules are in the
// model, persistence in cart-listeners.ts.
import { createSelector, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { addLine, type Cart, type CartLine, countUnits, lineKey, setQuantity } from '@savepoint/model/cart';
import { mergeCarts } from '@savepoint/model/merge-carts';
import { sessionEnded, sessionStarted } from '../../session/session-slice.ts';
import { type ConfirmedCart, readCart, type SentCart, type StoredCart } from './cart-storage.ts';

export interface CartState extends StoredCart {
  /** True from sign-in until the account's cart has loaded. */
  readonly isLoadingAccount: boolean;
  /** True if the last save to the account failed; the local cart still applies. */
  readonly saveFailed: boolean;
}

/** While no save succeeds, carts older than these are forgotten. */
const SENT_CARTS_MAX = 20;

/** A guest's empty cart. */
const EMPTY_CART = {
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
interface AccountCart extends ConfirmedCart {
  readonly uid: string;
}

const isSame = (cart: SentCart, other: SentCart): boolean =>
  JSON.stringify([cart.lines, cart.saved]) === JSON.stringify([other.lines, other.saved]);

const withoutLine = (cart: Cart, key: string): Cart => cart.filter((line) => lineKey(line) !== key);
/** The lines of which a cart has fewer units, or none. */
const linesBeyond = (cart: Cart, lines: Cart): Cart =>
  lines.filter((line) => {
    const inCart = cart.find((other) => lineKey(other) === lineKey(line));
    return inCart === undefined || inCart.quantity < line.quantity;
  });
/** The cart, raised to at least the units of these lines. */
const coverLines = (cart: Cart, lines: Cart): Cart =>
  linesBeyond(cart, lines).reduce<Cart>((covered, line) => {
    const inCart = covered.find((other) => lineKey(other) === lineKey(line));
    return inCart === undefined ? addLine(covered, line) : setQuantity(covered, lineKey(line), line.quantity);
  }, cart);
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
 * The account's cart wins; an empty account cart adopts the guest's lines (specification, section
 * 4). Unconfirmed changes of this browser for the same account survive: a three-way merge based on
 * the confirmed cart, or on the one that the account has from here.
 */
function mergeAccountCart(state: CartState, account: AccountCart): CartState {
  if (state.owner !== account.uid) return state;
  const { confirmed } = state;
  const { version } = account;
  const ordered = confirmed?.ordered ?? [];
  const isPaid = confirmed !== null && version > confirmed.version;
  const base = confirmed?.sent?.find((cart) => isSame(cart, account)) ?? confirmed;
  const usesGuestLines = state.fromGuest && account.lines.length === 0;
  const lines = usesGuestLines
    ? state.lines
    : base
      ? mergeCarts(isPaid ? coverLines(base.lines, ordered) : base.lines, state.lines, account.lines)
      : account.lines;
  const saved = base ? mergeCarts(base.saved, state.saved, account.saved) : account.saved;
  return {
    ...state,
    lines,
    saved: state.fromGuest ? addLines(account.saved, linesMissingFrom(account.saved, state.saved)) : saved,
    pendingMerge: usesGuestLines ? [] : linesBeyond(lines, state.pendingMerge),
    confirmed: { lines: account.lines, saved: account.saved, version, ordered: isPaid ? [] : ordered },
    isLoadingAccount: false,
    fromGuest: false,
    // Differences from the account's cart are saved next.
    saveFailed: false,
  };
}

interface AddOptions {
  /** Where to put a line that is not in the cart; default: at the end. */
  readonly index?: number;
  /** True if the page itself reports the addition. */
  readonly isQuiet?: boolean;
}

export const cartSlice = createSlice({
  name: 'cart',
  initialState: (): CartState => ({ ...EMPTY_CART, ...readCart() }),
  reducers: {
    /** A new line is appended, or inserted where it was removed. */
    itemAdded: {
      prepare: (payload: CartLine, meta: AddOptions = {}) => ({ payload, meta }),
      reducer: (
        state: CartState,
        { payload, meta: { index } }: PayloadAction<CartLine, string, AddOptions>,
      ): CartState => {
        const lines = [...addLine(state.lines, payload)];
        if (index !== undefined && lines.length > state.lines.length)
          lines.splice(index, 0, ...lines.splice(-1));
        return { ...state, lines };
      },
    },
    quantitySet: (state, action: PayloadAction<{ key: string; quantity: number }>): CartState => ({
      ...state,
      lines: setQuantity(state.lines, action.payload.key, action.payload.quantity),
    }),
    lineRemoved: (state, action: PayloadAction<string>): CartState => ({
      ...state,
      lines: withoutLine(state.lines, action.payload),
    }),
    /**
     * The shopper added more of a line than is left: its units are reduced to these, or to the
     * previous number.
     */
    lineLimited: (state, action: PayloadAction<{ key: string; quantity: number }>): CartState => ({
      ...state,
      lines: setQuantity(state.lines, action.payload.key, action.payload.quantity),
    }),
    /** The shopper accepted new prices, in dollars by line. */
    pricesAccepted: (state, action: PayloadAction<Readonly<Record<string, number>>>): CartState => ({
      ...state,
      lines: state.lines.map((line) => ({ ...line, price: action.payload[lineKey(line)] ?? line.price })),
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
      lines: coverLines(state.lines, state.pendingMerge),
      pendingMerge: [],
    }),
    cartMergeDismissed: (state): CartState => ({ ...state, pendingMerge: [] }),
    /** Another tab of this browser stored a cart. */
    cartLoaded: (state, action: PayloadAction<StoredCart>): CartState => ({ ...state, ...action.payload }),
    /** The account's cart was loaded, or changed on another device. */
    accountCartLoaded: (state, action: PayloadAction<AccountCart>) => mergeAccountCart(state, action.payload),
    /** The cart is sent to the account. */
    cartSent: (state): CartState => ({
      ...state,
      confirmed: state.confirmed && {
        ...state.confirmed,
        sent: [...(state.confirmed.sent ?? []), { lines: state.lines, saved: state.saved }].slice(
          -SENT_CARTS_MAX,
        ),
      },
    }),
    /** The account stored this cart, so those sent earlier are replaced. */
    cartSaved: (state, { payload: { uid, ...stored } }: PayloadAction<AccountCart>): CartState => {
      if (state.owner !== uid) return state;
      const sent = state.confirmed?.sent ?? [];
      const later = sent.slice(sent.findIndex((cart) => isSame(cart, stored)) + 1);
      return { ...state, saveFailed: false, confirmed: { ...stored, sent: later } };
    },
    /**
     * These lines were ordered; the next version of the account's cart shows whether they are paid.
     */
    linesOrdered: (state, { payload: ordered }: PayloadAction<Cart>): CartState => ({
      ...state,
      confirmed: state.confirmed && { ...state.confirmed, ordered },
    }),
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
      });
  },
  selectors: {
    selectCart: (state): CartState => state,
    /** True if the account has no paid order; the server decides. */
    selectIsFirstOrder: ({ confirmed }): boolean => (confirmed?.version ?? 0) === 0,
    selectCartLines: (state): Cart => state.lines,
    selectSavedLines: (state): Cart => state.saved,
    selectPendingMerge: (state): Cart =>
      state.isLoadingAccount ? EMPTY_CART.pendingMerge : state.pendingMerge,
    selectCartSaveFailed: (state): boolean => state.saveFailed,
    selectCartUnits: createSelector([(state: CartState) => state.lines], countUnits),
  },
});

export const {
  itemAdded,
  quantitySet,
  lineRemoved,
  lineLimited,
  pricesAccepted,
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
  cartSent,
  cartSaveRetried,
  linesOrdered,
} = cartSlice.actions;

export const {
  selectCart,
  selectCartLines,
  selectCartUnits,
  selectCartSaveFailed,
  selectIsFirstOrder,
  selectPendingMerge,
  selectSavedLines,
} = cartSlice.selectors;
