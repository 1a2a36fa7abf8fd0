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
  readonly pendingMerge: readonly WishlistItem[];
  readonly owner: string | null;
  readonly loading: boolean;
  /** What was shown when the account was asked for its list; what has changed since joins the account's. */
  readonly itemsBeforeLoad: readonly WishlistItem[];
  /** One of the specification's messages (section 8) while the cloud and the screen disagree. */
  readonly error: string | null;
}

/** The items of a list that are well formed, each id once; ids become strings. */
export function parseWishlistItems(stored: unknown): readonly WishlistItem[] {
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
  return parseWishlistItems(readStoredJson(GUEST_WISHLIST_KEY));
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
function withChanges(
  { loading, itemsBeforeLoad: asked, items }: WishlistState,
  list: readonly WishlistItem[],
) {
  if (!loading) return list;
  return without(items, asked).reduce(withItem, without(list, without(asked, items)));
}

/** What a product contributes to the list. */
export type WishlistProduct = Omit<WishlistItem, 'addedAt' | 'id'> & { readonly id: string | number };

export const wishlistSlice = createSlice({
  name: 'wishlist',
  initialState: (): WishlistState => ({
    items: readGuestWishlist(),
    pendingMerge: [],
    owner: null,
    loading: false,
    itemsBeforeLoad: [],
    error: null,
  }),
  reducers: {
    /** An item already present is ignored (specification, section 5). */
    wishlistItemAdded: {
      prepare: ({ id, name, image, price }: WishlistProduct, now: Date = new Date()) => ({
        payload: { id: String(id), name, image, price, addedAt: now.toISOString() } satisfies WishlistItem,
      }),
      reducer: (state, action: PayloadAction<WishlistItem>): WishlistState => ({
        ...state,
        items: withItem(state.items, action.payload),
      }),
    },
    wishlistItemRemoved: (state, action: PayloadAction<string>): WishlistState => ({
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
      return {
        ...state,
        items,
        pendingMerge: without(guest, items),
        loading: false,
        itemsBeforeLoad: [],
        error: null,
      };
    },
    wishlistLoadFailed: (state): WishlistState => ({
      ...state,
      items: readGuestWishlist(),
      loading: false,
      itemsBeforeLoad: [],
      error: 'Could not load wishlist from cloud. Using local data.',
    }),
    wishlistSaved: (state): WishlistState => ({ ...state, error: null }),
    wishlistSaveFailed: (state, action: PayloadAction<string>): WishlistState => ({
      ...state,
      error: action.payload,
    }),
    wishlistSaveRetried: (state) => state,
    wishlistMergeAccepted: (state): WishlistState => ({
      ...state,
      items: state.pendingMerge.reduce(withItem, state.items),
      pendingMerge: [],
    }),
    wishlistMergeDismissed: (state): WishlistState => ({ ...state, pendingMerge: [] }),
  },
  extraReducers: (builder) => {
    builder
      .addCase(sessionStarted, (state, action): WishlistState => {
        const { uid } = action.payload;
        return state.owner === uid
          ? state
          : { ...state, owner: uid, loading: true, itemsBeforeLoad: state.items, error: null };
      })
      .addCase(sessionEnded, (state): WishlistState => {
        if (state.owner === null) return state;
        const items = readGuestWishlist();
        return { items, pendingMerge: [], owner: null, loading: false, itemsBeforeLoad: [], error: null };
      });
  },
  selectors: {
    selectWishlistState: (state): WishlistState => state,
    selectWishlist: (state): readonly WishlistItem[] => state.items,
    selectWishlistCount: (state): number => state.items.length,
    selectIsInWishlist: (state, id: string): boolean => state.items.some((item) => item.id === id),
  },
});

export const {
  wishlistItemAdded,
  wishlistItemRemoved,
  wishlistCleared,
  guestWishlistLoaded,
  accountWishlistLoaded,
  wishlistLoadFailed,
  wishlistSaved,
  wishlistSaveFailed,
  wishlistSaveRetried,
  wishlistMergeAccepted,
  wishlistMergeDismissed,
} = wishlistSlice.actions;
export const { selectWishlistState, selectWishlist, selectWishlistCount, selectIsInWishlist } =
  wishlistSlice.selectors;
