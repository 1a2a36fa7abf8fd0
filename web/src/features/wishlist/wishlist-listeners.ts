// Listeners that persist the wishlist: in the account when signed in, under the key guestWishlist
// otherwise. Changes are applied locally first, and stored there until the account has stored them;
// a failed save shows the specification's message (section 8) and keeps the local change.
import { isAnyOf, type UnknownAction } from '@reduxjs/toolkit';
import { selectUserRecord, userRecordApi } from '../../api/user-record.ts';
import type { RootState } from '../../app/store.ts';
import type { ListenerApi, StartListening } from '../../lib/listener-middleware.ts';
import { onStoredElsewhere } from '../../lib/safe-storage.ts';
import { toastShown } from '../../lib/toast-slice.ts';
import { sessionStarted } from '../../session/session-slice.ts';
import {
  accountWishlistLoaded,
  GUEST_WISHLIST_KEY,
  guestWishlistLoaded,
  isAccountUnknown,
  LOAD_FAILED_MESSAGE,
  parseWishlistItems,
  readGuestWishlist,
  readUnsavedWishlist,
  removeUnsavedWishlist,
  selectWishlistState,
  trackChange,
  type WishlistState,
  wishlistCleared,
  wishlistItemAdded,
  wishlistItemRemoved,
  wishlistLoadFailed,
  wishlistMergeAccepted,
  wishlistMergeDismissed,
  wishlistSaved,
  wishlistSaveFailed,
  wishlistSaveRetried,
  writeGuestWishlist,
  writeUnsavedWishlist,
} from './wishlist-slice.ts';

const READ_AGAIN = { forceRefetch: true, subscribe: false } as const;

const isShopperChange = isAnyOf(
  wishlistItemAdded,
  wishlistItemRemoved,
  wishlistCleared,
  wishlistMergeAccepted,
  wishlistSaveRetried,
);

/** Messages for failed saves (specification, section 8). */
const SAVE_FAILED_MESSAGES = {
  added: 'Could not save to cloud. Item added locally.',
  removed: 'Could not save to cloud. Item removed locally.',
  cleared: 'Could not clear cloud wishlist. Cleared locally.',
} as const;

function saveFailedMessage(action: UnknownAction): string {
  if (wishlistItemRemoved.match(action)) return SAVE_FAILED_MESSAGES.removed;
  return wishlistCleared.match(action) ? SAVE_FAILED_MESSAGES.cleared : SAVE_FAILED_MESSAGES.added;
}

function toastFor(action: UnknownAction, before: WishlistState) {
  if (wishlistItemAdded.match(action)) {
    const isDuplicate = before.items.some(({ id }) => id === action.payload.id);
    return isDuplicate ? undefined : { text: `${action.payload.name}: added to your wishlist.` };
  }
  if (wishlistItemRemoved.match(action)) {
    const removed = before.items.find(({ id }) => id === action.payload);
    return (
      removed && {
        text: `${removed.name}: removed from your wishlist.`,
        button: { label: 'Undo', action: wishlistItemAdded(removed, new Date(removed.addedAt)) },
      }
    );
  }
  return undefined;
}

/** The cache entry of the record of the wishlist's account. */
function accountEntry(state: RootState) {
  const { owner } = selectWishlistState(state);
  return owner === null ? undefined : selectUserRecord(state, owner);
}

/** Registers the wishlist's listeners. */
export function listenToWishlist(start: StartListening): void {
  let savesInFlight = 0;

  start({
    matcher: isShopperChange,
    effect: async (action, { dispatch, getState, getOriginalState }) => {
      const toast = toastFor(action, selectWishlistState(getOriginalState()));
      if (toast !== undefined) dispatch(toastShown(toast));
      const wishlist = selectWishlistState(getState());
      const { owner, items } = wishlist;
      if (owner === null) {
        writeGuestWishlist(items);
        return;
      }
      if (isAccountUnknown(wishlist)) {
        writeUnsavedWishlist(owner, { items, before: wishlist.itemsBeforeLoad });
        if (wishlistSaveRetried.match(action))
          await dispatch(userRecordApi.endpoints.userRecord.initiate(owner, READ_AGAIN));
        return;
      }
      // It is unknown whether the account has stored an earlier change in flight.
      const before =
        readUnsavedWishlist(owner)?.before ?? parseWishlistItems(accountEntry(getState())?.data?.wishlist);
      const { items: previous } = selectWishlistState(getOriginalState());
      writeUnsavedWishlist(owner, { items, before: trackChange(before, previous, items) });
      if (wishlistMergeAccepted.match(action)) writeGuestWishlist([]);
      await save({ dispatch, getState }, wishlist, saveFailedMessage(action));
    },
  });

  async function save(
    { dispatch, getState }: Pick<ListenerApi, 'dispatch' | 'getState'>,
    { owner, items, error }: WishlistState,
    failureMessage: string,
  ) {
    if (owner === null) return;
    savesInFlight += 1;
    const result = await dispatch(
      userRecordApi.endpoints.saveUserFields.initiate({ uid: owner, fields: { wishlist: items } }),
    );
    savesInFlight -= 1;
    // The shopper may have left meanwhile.
    if (selectWishlistState(getState()).owner !== owner) return;
    if (result.error === undefined) {
      if (savesInFlight === 0) removeUnsavedWishlist();
      if (error !== null) dispatch(wishlistSaved());
      return;
    }
    const button = { label: 'Retry', action: wishlistSaveRetried() };
    dispatch(wishlistSaveFailed(failureMessage));
    dispatch(toastShown({ text: failureMessage, tone: 'error', button }));
  }

  start({
    actionCreator: wishlistMergeDismissed,
    effect: () => writeGuestWishlist([]),
  });

  start({
    predicate: (action, current, before) => {
      const [entry, entryBefore] = [accountEntry(current), accountEntry(before)];
      if (entry?.data !== entryBefore?.data || entry?.isError !== entryBefore?.isError) return true;
      // The session may start when the record is already cached.
      return sessionStarted.match(action) && selectWishlistState(current).loading;
    },
    effect: (_action, api) => {
      const state = api.getState();
      const { error, loading } = selectWishlistState(state);
      const entry = accountEntry(state);
      const record = entry?.data;
      if (record === undefined && entry?.isError && loading) {
        console.warn('The wishlist could not be read from the account.', entry.error);
        api.dispatch(wishlistLoadFailed());
      }
      // The user record of a new account does not exist yet.
      if (record === undefined || record === null) return;
      // During a save and after a failed one, the local list is newer than the account's.
      const isUnsaved = savesInFlight > 0 || (error !== null && error !== LOAD_FAILED_MESSAGE);
      if (!loading && isUnsaved) return;
      const uid = record.id;
      const accountItems = parseWishlistItems(record.wishlist);
      api.dispatch(accountWishlistLoaded({ uid, items: accountItems, guest: readGuestWishlist() }));
      const loaded = selectWishlistState(api.getState());
      if (JSON.stringify(loaded.items) === JSON.stringify(accountItems)) {
        removeUnsavedWishlist();
        return;
      }
      writeUnsavedWishlist(uid, { items: loaded.items, before: accountItems });
      writeGuestWishlist(loaded.pendingMerge);
      const failureMessage =
        loaded.items.length < accountItems.length ? SAVE_FAILED_MESSAGES.removed : SAVE_FAILED_MESSAGES.added;
      void save(api, loaded, failureMessage);
    },
  });
}

/**
 * Loads the guest wishlist whenever another tab of this browser stores it. Returns the unsubscribe
 * function.
 */
export function syncWishlistAcrossTabs(dispatch: (action: UnknownAction) => unknown): () => void {
  return onStoredElsewhere([GUEST_WISHLIST_KEY], () => dispatch(guestWishlistLoaded(readGuestWishlist())));
}
