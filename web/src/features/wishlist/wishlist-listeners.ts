// Listeners that persist the wishlist: in the account when signed in, under the key guestWishlist otherwise. Changes
// are applied locally first; a failed save shows the specification's message (section 8) and keeps the local change.
import { type Dispatch, isAnyOf, type UnknownAction } from '@reduxjs/toolkit';
import { type SubscribeToUserRecord, subscribeToUserRecord, userRecordApi } from '../../api/user-record.ts';
import type { StartListening } from '../../lib/listener-middleware.ts';
import { toastShown } from '../../lib/toast-slice.ts';
import { sessionEnded, sessionStarted } from '../../session/session-slice.ts';
import {
  accountWishlistLoaded,
  GUEST_WISHLIST_KEY,
  guestWishlistLoaded,
  parseWishlistItems,
  readGuestWishlist,
  readUnsavedWishlist,
  selectWishlistState,
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

type RootWithWishlist = { readonly wishlist: WishlistState };

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

/** Registers the wishlist's listeners. `follow` subscribes to the user record; tests pass their own. */
export function listenToWishlist(
  start: StartListening,
  follow: SubscribeToUserRecord = subscribeToUserRecord,
): void {
  let savesInFlight = 0;

  start({
    matcher: isShopperChange,
    effect: async (action, { dispatch, getState, getOriginalState }) => {
      const toast = toastFor(action, selectWishlistState(getOriginalState() as RootWithWishlist));
      if (toast !== undefined) dispatch(toastShown(toast));
      const wishlist = selectWishlistState(getState() as RootWithWishlist);
      // A save before the account's list has loaded would overwrite it: the change is stored locally until then.
      if (wishlist.owner === null) {
        writeGuestWishlist(wishlist.items);
        return;
      }
      if (wishlist.loading) {
        writeUnsavedWishlist(wishlist.owner, wishlist.items);
        return;
      }
      if (wishlistMergeAccepted.match(action)) writeGuestWishlist([]);
      await save({ dispatch, getState }, wishlist, saveFailedMessage(action));
    },
  });

  async function save(
    { dispatch, getState }: { dispatch: Dispatch; getState: () => unknown },
    { owner, items, error }: WishlistState,
    failureMessage: string,
  ) {
    savesInFlight += 1;
    const result: { error?: unknown } = await dispatch(
      userRecordApi.endpoints.saveUserFields.initiate({
        uid: owner as string,
        fields: { wishlist: items },
      }) as never,
    );
    savesInFlight -= 1;
    // The shopper may have left meanwhile.
    if (owner === null || selectWishlistState(getState() as RootWithWishlist).owner !== owner) return;
    if (result.error === undefined) {
      writeUnsavedWishlist(owner, []);
      if (error !== null) dispatch(wishlistSaved());
      return;
    }
    const button = { label: 'Retry', action: wishlistSaveRetried() };
    writeUnsavedWishlist(owner, items);
    dispatch(wishlistSaveFailed(failureMessage));
    dispatch(toastShown({ text: failureMessage, tone: 'error', button }));
  }

  start({
    actionCreator: wishlistMergeDismissed,
    effect: (_action, { getState }) => {
      const { owner } = selectWishlistState(getState() as RootWithWishlist);
      writeGuestWishlist([]);
      if (owner !== null) writeUnsavedWishlist(owner, []);
    },
  });

  start({
    actionCreator: sessionStarted,
    effect: async (action, api) => {
      const { uid } = action.payload;
      const before = selectWishlistState(api.getOriginalState() as RootWithWishlist);
      if (before.owner === uid) return;
      const fail = (error: unknown) => {
        console.warn('The wishlist could not be read from the account.', error);
        api.dispatch(wishlistLoadFailed());
      };
      const stop = await follow(
        uid,
        (record) => {
          // The user record of a new account does not exist yet.
          if (record === null) return;
          const { error, loading } = selectWishlistState(api.getState() as RootWithWishlist);
          // During a save and after a failed one the local list is newer than the account's.
          if (!loading && (savesInFlight > 0 || error !== null)) return;
          const accountItems = parseWishlistItems(record.wishlist);
          const guest = [...readUnsavedWishlist(uid), ...readGuestWishlist()];
          api.dispatch(accountWishlistLoaded({ uid, items: accountItems, guest }));
          const loaded = selectWishlistState(api.getState() as RootWithWishlist);
          if (JSON.stringify(loaded.items) === JSON.stringify(accountItems)) return;
          writeGuestWishlist(loaded.pendingMerge);
          const failureMessage =
            loaded.items.length < accountItems.length
              ? SAVE_FAILED_MESSAGES.removed
              : SAVE_FAILED_MESSAGES.added;
          void save(api, loaded, failureMessage);
        },
        fail,
      ).catch((cause: unknown) => {
        fail(cause);
        return () => {};
      });
      await api
        .condition(
          (next) => sessionEnded.match(next) || (sessionStarted.match(next) && next.payload.uid !== uid),
        )
        .catch(() => undefined);
      stop();
    },
  });
}

/** Loads the guest wishlist whenever another tab of this browser stores it. Returns the unsubscribe function. */
export function syncWishlistAcrossTabs(dispatch: (action: UnknownAction) => unknown): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === null || event.key === GUEST_WISHLIST_KEY)
      dispatch(guestWishlistLoaded(readGuestWishlist()));
  };
  addEventListener('storage', onStorage);
  return () => removeEventListener('storage', onStorage);
}
