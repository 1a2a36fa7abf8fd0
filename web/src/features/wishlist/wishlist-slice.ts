// Owns the wishlist: its items, the guest's items that wait for an answer, and the message of the last failure. Where
// it is kept is wishlist-listeners.ts.

import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { WISHLIST_MAX } from '@savepoint/model/limits';
import { parseWishlistItem } from '@savepoint/model/stored-items';
import type { WishlistItem } from '@savepoint/model/user';
import { readStoredJson, removeStored, writeStored } from '../../lib/safe-storage.ts';
import { sessionEnded, sessionStarted } from '../../session/session-slice.ts';

export const GUEST_WISHLIST_KEY = 'guestWishlist';

export interface WishlistState {
  readonly items: readonly WishlistItem[];
  /** What a guest had put down in this browser and the account does not have. */
  readonly offered: readonly WishlistItem[];
  readonly owner: string | null;
  readonly loading: boolean;
  /** What was shown when the account was asked for its list; what has changed since joins the account's. */
  readonly asked: readonly WishlistItem[];
  /** One of the specification's messages (section 8) while the cloud and the screen disagree. */
  readonly message: string | null;
}

/** The items of a list that are well formed, each id once; ids become strings. */
export function salvageItems(stored: unknown): readonly WishlistItem[] {
  if (!Array.isArray(stored)) return [];
  const items: WishlistItem[] = [];
  for (const candidate of stored.slice(0, WISHLIST_MAX)) {
    const isRecord = typeof candidate === 'object' && candidate !== null;
    const item = parseWishlistItem(
      isRecord && typeof candidate.id === 'number' ? { ...candidate, id: String(candidate.id) } : candidate,
    );
    if (item !== undefined && !items.some(({ id }) => id === item.id)) items.push(item);
  }
  return items;
}

export function readGuestWishlist(): readonly WishlistItem[] {
  return salvageItems(readStoredJson(GUEST_WISHLIST_KEY));
}

export function writeGuestWishlist(items: readonly WishlistItem[]): void {
  if (items.length === 0) removeStored(GUEST_WISHLIST_KEY);
  else writeStored(GUEST_WISHLIST_KEY, JSON.stringify(items));
}

const withItem = (items: readonly WishlistItem[], item: WishlistItem) =>
  items.some(({ id }) => id === item.id) || items.length >= WISHLIST_MAX ? items : [...items, item];

const without = (items: readonly WishlistItem[], others: readonly WishlistItem[]) =>
  items.filter((item) => !others.some(({ id }) => id === item.id));

/** A list with what the shopper has wished and unwished since it was asked for. */
function withChanges({ loading, asked, items }: WishlistState, list: readonly WishlistItem[]) {
  if (!loading) return list;
  return without(items, asked).reduce(withItem, without(list, without(asked, items)));
}

/** What a product contributes to the list. */
export type WishedProduct = Omit<WishlistItem, 'addedAt' | 'id'> & { readonly id: string | number };

export const wishlistSlice = createSlice({
  name: 'wishlist',
  initialState: (): WishlistState => ({
    items: readGuestWishlist(),
    offered: [],
    owner: null,
    loading: false,
    asked: [],
    message: null,
  }),
  reducers: {
    /** An item already present is ignored (specification, section 5). */
    itemWished: {
      prepare: ({ id, name, image, price }: WishedProduct, now: Date = new Date()) => ({
        payload: { id: String(id), name, image, price, addedAt: now.toISOString() } satisfies WishlistItem,
      }),
      reducer: (state, action: PayloadAction<WishlistItem>): WishlistState => ({
        ...state,
        items: withItem(state.items, action.payload),
      }),
    },
    itemUnwished: (state, action: PayloadAction<string>): WishlistState => ({
      ...state,
      items: state.items.filter(({ id }) => id !== action.payload),
    }),
    wishlistCleared: (state): WishlistState => ({ ...state, items: [] }),
    /** Another tab of this browser changed the guest's list. */
    guestWishlistLoaded: (state, action: PayloadAction<readonly WishlistItem[]>): WishlistState =>
      state.owner === null ? { ...state, items: action.payload } : state,
    accountWishlistLoaded: (
      state,
      action: PayloadAction<{ uid: string; items: readonly WishlistItem[]; guest: readonly WishlistItem[] }>,
    ): WishlistState => {
      const { uid, guest } = action.payload;
      if (state.owner !== uid) return state;
      const items = withChanges(state, action.payload.items);
      return { ...state, items, offered: without(guest, items), loading: false, asked: [], message: null };
    },
    wishlistLoadFailed: (state): WishlistState => ({
      ...state,
      items: readGuestWishlist(),
      loading: false,
      asked: [],
      message: 'Could not load wishlist from cloud. Using local data.',
    }),
    wishlistSaved: (state): WishlistState => ({ ...state, message: null }),
    wishlistSaveFailed: (state, action: PayloadAction<string>): WishlistState => ({
      ...state,
      message: action.payload,
    }),
    wishlistSaveRetried: (state) => state,
    wishlistOfferAccepted: (state): WishlistState => ({
      ...state,
      items: state.offered.reduce(withItem, state.items),
      offered: [],
    }),
    wishlistOfferDismissed: (state): WishlistState => ({ ...state, offered: [] }),
  },
  extraReducers: (builder) => {
    builder
      .addCase(sessionStarted, (state, action): WishlistState => {
        const { uid } = action.payload;
        return state.owner === uid
          ? state
          : { ...state, owner: uid, loading: true, asked: state.items, message: null };
      })
      .addCase(sessionEnded, (state): WishlistState => {
        if (state.owner === null) return state;
        const items = readGuestWishlist();
        return { items, offered: [], owner: null, loading: false, asked: [], message: null };
      });
  },
  selectors: {
    selectWishlistState: (state): WishlistState => state,
    selectWishlist: (state): readonly WishlistItem[] => state.items,
    selectWishlistCount: (state): number => state.items.length,
    selectIsWished: (state, id: string): boolean => state.items.some((item) => item.id === id),
  },
});

export const {
  itemWished,
  itemUnwished,
  wishlistCleared,
  guestWishlistLoaded,
  accountWishlistLoaded,
  wishlistLoadFailed,
  wishlistSaved,
  wishlistSaveFailed,
  wishlistSaveRetried,
  wishlistOfferAccepted,
  wishlistOfferDismissed,
} = wishlistSlice.actions;
export const { selectWishlistState, selectWishlist, selectWishlistCount, selectIsWished } =
  wishlistSlice.selectors;
