// The draft of the signed-in shopper, the idempotency key of its order, and the order that waits
// for its payment. Stored in local storage, so that a reload, a closed tab or Back loses nothing.

import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { type Cart, parseCartLines } from '@savepoint/model/cart';
import { readStoredJson } from '../../lib/safe-storage.ts';
import { sessionEnded, sessionStarted } from '../../session/session-slice.ts';
import { type CheckoutDraft, EMPTY_DRAFT, FORM_STEPS, type FormStep } from './draft.ts';

export const CHECKOUT_KEY = 'checkout';

/** A placed order, and the units that it holds until it is paid or closed. */
interface PlacedOrder {
  readonly orderId: string;
  readonly lines: Cart;
}

const NO_LINES: Cart = [];

export interface CheckoutState {
  readonly uid: string | null;
  readonly draft: CheckoutDraft;
  /** The completed steps; merely prefilled ones do not count. */
  readonly confirmed: readonly FormStep[];
  /** Whether to save the address to the account; null until the shopper chooses. */
  readonly savesAddress: boolean | null;
  /** The idempotency key and its order content; different content gets a new key. */
  readonly key: { readonly value: string; readonly content: string } | null;
  /** The order that waits for its payment. */
  readonly placed: PlacedOrder | null;
}

const EMPTY: CheckoutState = {
  uid: null,
  draft: EMPTY_DRAFT,
  confirmed: [],
  savesAddress: null,
  key: null,
  placed: null,
};

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function parseDraft(stored: unknown): CheckoutDraft {
  if (!isRecord(stored)) return EMPTY_DRAFT;
  const text = (field: keyof CheckoutDraft) =>
    typeof stored[field] === 'string' ? (stored[field] as string) : '';
  return {
    name: text('name'),
    phone: text('phone'),
    line1: text('line1'),
    line2: text('line2'),
    city: text('city'),
    region: text('region'),
    postalCode: text('postalCode'),
    country: text('country'),
    delivery: stored.delivery === 'express' ? 'express' : 'standard',
    note: text('note'),
  };
}

function parsePlacedOrder(stored: unknown): PlacedOrder | null {
  return isRecord(stored) && typeof stored.orderId === 'string'
    ? { orderId: stored.orderId, lines: parseCartLines(stored.lines) }
    : null;
}

/** Reads the stored checkout; malformed parts count as empty. */
export function readCheckout(): CheckoutState {
  const stored = readStoredJson(CHECKOUT_KEY);
  if (!isRecord(stored) || typeof stored.uid !== 'string') return EMPTY;
  const key = isRecord(stored.key) ? stored.key : undefined;
  return {
    uid: stored.uid,
    draft: parseDraft(stored.draft),
    confirmed: FORM_STEPS.filter(
      (step) => Array.isArray(stored.confirmed) && stored.confirmed.includes(step),
    ),
    savesAddress: typeof stored.savesAddress === 'boolean' ? stored.savesAddress : null,
    key:
      typeof key?.value === 'string' && typeof key.content === 'string'
        ? { value: key.value, content: key.content }
        : null,
    placed: parsePlacedOrder(stored.placed),
  };
}

export const checkoutSlice = createSlice({
  name: 'checkout',
  initialState: readCheckout,
  reducers: {
    draftChanged: (state, action: PayloadAction<Partial<CheckoutDraft>>): CheckoutState => ({
      ...state,
      draft: { ...state.draft, ...action.payload },
    }),
    stepConfirmed: (state, action: PayloadAction<FormStep>): CheckoutState => ({
      ...state,
      confirmed: [...state.confirmed.filter((step) => step !== action.payload), action.payload],
    }),
    addressSavingChosen: (state, action: PayloadAction<boolean>): CheckoutState => ({
      ...state,
      savesAddress: action.payload,
    }),
    /** The shopper submits an order; equal content reuses the idempotency key. */
    orderSubmitted: (state, action: PayloadAction<{ content: string; newKey: string }>): CheckoutState => ({
      ...state,
      key:
        state.key?.content === action.payload.content
          ? state.key
          : { value: action.payload.newKey, content: action.payload.content },
    }),
    orderPlaced: (state, action: PayloadAction<PlacedOrder>): CheckoutState => ({
      ...state,
      placed: action.payload,
    }),
    /**
     * Another tab of this browser stored the checkout. Another account's arrives with its session.
     */
    checkoutLoaded: (state, { payload }: PayloadAction<CheckoutState>): CheckoutState =>
      payload.uid !== state.uid
        ? state
        : {
            ...payload,
            placed: payload.placed?.orderId === state.placed?.orderId ? state.placed : payload.placed,
          },
    /**
     * The placed order is paid, canceled or expired: the next checkout is a new order. It gets the
     * last order's address, which may have been corrected.
     */
    placedOrderClosed: (state): CheckoutState => ({
      ...state,
      key: null,
      placed: null,
      confirmed: [],
      savesAddress: null,
      draft: { ...EMPTY_DRAFT, delivery: state.draft.delivery },
    }),
  },
  extraReducers: (builder) => {
    builder
      .addCase(sessionStarted, (state, action): CheckoutState => {
        const { uid } = action.payload;
        return state.uid === uid ? state : { ...EMPTY, uid };
      })
      .addCase(sessionEnded, (): CheckoutState => EMPTY);
  },
  selectors: {
    selectCheckout: (state): CheckoutState => state,
    selectDraft: (state): CheckoutDraft => state.draft,
    selectConfirmedSteps: (state): readonly FormStep[] => state.confirmed,
    selectSavesAddress: (state): boolean | null => state.savesAddress,
    selectPlacedOrder: (state): PlacedOrder | null => state.placed,
    selectHeldLines: (state): Cart => state.placed?.lines ?? NO_LINES,
  },
});

export const {
  addressSavingChosen,
  checkoutLoaded,
  draftChanged,
  orderSubmitted,
  orderPlaced,
  placedOrderClosed,
  stepConfirmed,
} = checkoutSlice.actions;
export const {
  selectCheckout,
  selectConfirmedSteps,
  selectDraft,
  selectHeldLines,
  selectPlacedOrder,
  selectSavesAddress,
} = checkoutSlice.selectors;
