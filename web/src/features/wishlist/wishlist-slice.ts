// The wishlist's items, the pending merge of guest items, and the last error. Persistence is in
// wishlist-listeners.ts.
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { WISHLIST_MAX } from '@savepoint/model/limits';
import { readStoredItem } from '@savepoint/model/stored-items';
import type { WishlistItem } from '@savepoint/model/wishlist-item';
import { readStoredJson, removeStored, writeStored } from '../../lib/safe-storage.ts';
import { sessionEnded, sessionStarted } from '../../session/session-slice.ts';

export const GUEST_WISHLIST_KEY = 'guestWishlist';

export interface WishlistState {
  readonly items: readonly WishlistItem[];
  /**
   * Items added as a guest that the account's list lacks, until the shopper accepts or dismisses
   * them.
   */
  readonly pendingMerge: readonly WishlistItem[];
  readonly owner: string | null;
  readonly loading: boolean;
  /**
   * The items before changes that the account's list lacks. The changes are applied to it once it
   * has loaded.
   */
  readonly itemsBeforeLoad: readonly WishlistItem[];
  /**
   * One of the specification's messages (section 8) while the local list is not saved or the
   * account's list is not loaded.
   */
  readonly error: string | null;
}

/**
 * Parses a stored list leniently: well-formed items only, each id once, numeric ids as strings, at
 * most WISHLIST_MAX.
 */
export function parseWishlistItems(stored: unknown): readonly WishlistItem[] {
  if (!Array.isArray(stored)) return [];
  const items: WishlistItem[] = [];
  for (const candidate of stored.slice(0, WISHLIST_MAX)) {
    const isRecord = typeof candidate === 'object' && candidate !== null;
    const item = readStoredItem(
      isRecord && typeof candidate.id === 'number' ? { ...candidate, id: String(candidate.id) } : candidate,
    );
    if (item !== undefined && !items.some(({ id }) => id === item.id)) items.push(item);
  }
  return items;
}

/** The guest wishlist of this browser; empty if none is stored. */
export function readGuestWishlist(): readonly WishlistItem[] {
  return parseWishlistItems(readStoredJson(GUEST_WISHLIST_KEY));
}

/** Stores the guest wishlist; an empty list removes the key. */
export function writeGuestWishlist(items: readonly WishlistItem[]): void {
  if (items.length === 0) removeStored(GUEST_WISHLIST_KEY);
  else writeStored(GUEST_WISHLIST_KEY, JSON.stringify(items));
}

/**
 * Changes that an account has not stored, separate from a guest's items: they are removed when the
 * account signs out.
 */
const UNSAVED_WISHLIST_KEY = 'unsavedWishlist';

/** A wishlist that the account has not stored, and the one that it was changed from. */
export interface UnsavedWishlist {
  readonly items: readonly WishlistItem[];
  readonly before: readonly WishlistItem[];
}

/** The wishlist that this account has not stored, if any. */
export function readUnsavedWishlist(uid: string): UnsavedWishlist | undefined {
  const stored = readStoredJson(UNSAVED_WISHLIST_KEY) as
    | { uid?: unknown; items?: unknown; before?: unknown }
    | null
    | undefined;
  if (stored?.uid !== uid) return undefined;
  return { items: parseWishlistItems(stored.items), before: parseWishlistItems(stored.before) };
}

/**
 * Stores a wishlist before the account does, so that closing the page during the save loses
 * nothing.
 */
export function writeUnsavedWishlist(uid: string, { items, before }: UnsavedWishlist): void {
  writeStored(UNSAVED_WISHLIST_KEY, JSON.stringify({ uid, items, before }));
}

/** The account has stored all changes. */
export function removeUnsavedWishlist(): void {
  removeStored(UNSAVED_WISHLIST_KEY);
}

const withItem = (items: readonly WishlistItem[], item: WishlistItem) =>
  items.some(({ id }) => id === item.id) || items.length >= WISHLIST_MAX ? items : [...items, item];

const without = (items: readonly WishlistItem[], others: readonly WishlistItem[]) =>
  items.filter((item) => !others.some(({ id }) => id === item.id));

/**
 * The base of a wishlist that changed from `previous` to `items`: without additions and with
 * removals, so that both count as changes whether or not the account has stored an earlier one.
 */
export function trackChange(
  before: readonly WishlistItem[],
  previous: readonly WishlistItem[],
  items: readonly WishlistItem[],
): readonly WishlistItem[] {
  const removed = without(previous, items);
  return [...without(before, [...without(items, previous), ...removed]), ...removed];
}

/**
 * True if the account's list is unknown, because it is loading or could not be loaded: a save would
 * overwrite it.
 */
export function isAccountUnknown({ owner, loading, error }: WishlistState): boolean {
  return owner !== null && (loading || error === LOAD_FAILED_MESSAGE);
}

function withItems(state: WishlistState, items: readonly WishlistItem[]): WishlistState {
  const itemsBeforeLoad = isAccountUnknown(state)
    ? trackChange(state.itemsBeforeLoad, state.items, items)
    : state.itemsBeforeLoad;
  return { ...state, items, itemsBeforeLoad };
}

/** The account's list with the changes made before it was known. */
function applyPendingChanges(state: WishlistState, accountItems: readonly WishlistItem[]) {
  const { itemsBeforeLoad, items } = state;
  if (!isAccountUnknown(state)) return accountItems;
  return without(items, itemsBeforeLoad).reduce(
    withItem,
    without(accountItems, without(itemsBeforeLoad, items)),
  );
}

/** The fields of a product that an item copies; numeric ids become strings. */
export type WishlistProduct = Omit<WishlistItem, 'addedAt' | 'id'> & { readonly id: string | number };

/** The message of the specification (section 8) if the account's list could not be read. */
export const LOAD_FAILED_MESSAGE = 'Could not load wishlist from cloud. Using local data.';

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
      reducer: (state, action: PayloadAction<WishlistItem>): WishlistState =>
        withItems(state, withItem(state.items, action.payload)),
    },
    wishlistItemRemoved: (state, action: PayloadAction<string>): WishlistState =>
      withItems(
        state,
        state.items.filter(({ id }) => id !== action.payload),
      ),
    wishlistCleared: (state): WishlistState => withItems(state, []),
    /** Another tab of this browser stored the guest wishlist. */
    guestWishlistLoaded: (state, action: PayloadAction<readonly WishlistItem[]>): WishlistState =>
      state.owner === null ? { ...state, items: action.payload } : state,
    accountWishlistLoaded: (
      state,
      action: PayloadAction<{ uid: string; items: readonly WishlistItem[]; guest: readonly WishlistItem[] }>,
    ): WishlistState => {
      const { uid, guest } = action.payload;
      if (state.owner !== uid) return state;
      const items = applyPendingChanges(state, action.payload.items);
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
      loading: false,
      error: LOAD_FAILED_MESSAGE,
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
        if (state.owner === uid) return state;
        // Another account's items do not belong to this one.
        const local = state.owner === null ? state.items : [];
        const { items, before } = readUnsavedWishlist(uid) ?? { items: local, before: local };
        return { items, pendingMerge: [], owner: uid, loading: true, itemsBeforeLoad: before, error: null };
      })
      .addCase(sessionEnded, (state): WishlistState => {
        if (state.owner === null) return state;
        const items = readGuestWishlist();
        return { items, pendingMerge: [], owner: null, loading: false, itemsBeforeLoad: [], error: null };
      });
  },
  selectors: {
    selectWishlistState: (state): WishlistState => state,
    selectWishlistPendingMerge: (state): readonly WishlistItem[] => state.pendingMerge,
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
export const { selectWishlistState, selectWishlistPendingMerge, selectIsInWishlist } =
  wishlistSlice.selectors;
