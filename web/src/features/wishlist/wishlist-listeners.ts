// Owns where the wishlist is kept: the account when signed in, the key guestWishlist otherwise, and the words of the
// specification (section 8) when the cloud does not take it. What the shopper did stays done locally.
import { type Dispatch, isAnyOf, type UnknownAction } from '@reduxjs/toolkit';
import { type SubscribeToUserRecord, subscribeToUserRecord, userRecordApi } from '../../api/user-record.ts';
import type { StartListening } from '../../lib/listener-middleware.ts';
import { toastShown } from '../../lib/toast-slice.ts';
import { sessionEnded, sessionStarted } from '../../session/session-slice.ts';
import {
  accountWishlistLoaded,
  GUEST_WISHLIST_KEY,
  guestWishlistLoaded,
  itemUnwished,
  itemWished,
  readGuestWishlist,
  salvageItems,
  selectWishlistState,
  type WishlistState,
  wishlistCleared,
  wishlistLoadFailed,
  wishlistOfferAccepted,
  wishlistOfferDismissed,
  wishlistSaved,
  wishlistSaveFailed,
  wishlistSaveRetried,
  writeGuestWishlist,
} from './wishlist-slice.ts';

type RootWithWishlist = { readonly wishlist: WishlistState };

const changedByShopper = isAnyOf(
  itemWished,
  itemUnwished,
  wishlistCleared,
  wishlistOfferAccepted,
  wishlistSaveRetried,
);

/** The specification's messages for what the cloud did not take. */
const NOT_SAVED = {
  added: 'Could not save to cloud. Item added locally.',
  removed: 'Could not save to cloud. Item removed locally.',
  cleared: 'Could not clear cloud wishlist. Cleared locally.',
} as const;

function failureOf(action: UnknownAction): string {
  if (itemUnwished.match(action)) return NOT_SAVED.removed;
  return wishlistCleared.match(action) ? NOT_SAVED.cleared : NOT_SAVED.added;
}

function sayChange(action: UnknownAction, before: WishlistState) {
  if (itemWished.match(action)) {
    const known = before.items.some(({ id }) => id === action.payload.id);
    return known ? undefined : { text: `${action.payload.name}: added to your wishlist.` };
  }
  if (itemUnwished.match(action)) {
    const gone = before.items.find(({ id }) => id === action.payload);
    return (
      gone && {
        text: `${gone.name}: removed from your wishlist.`,
        button: { label: 'Undo', action: itemWished(gone, new Date(gone.addedAt)) },
      }
    );
  }
  return undefined;
}

/** Registers the wishlist's effects. `follow` is passed in so that tests own the account. */
export function listenToWishlist(
  start: StartListening,
  follow: SubscribeToUserRecord = subscribeToUserRecord,
): void {
  let saving = 0;

  start({
    matcher: changedByShopper,
    effect: async (action, { dispatch, getState, getOriginalState }) => {
      const said = sayChange(action, selectWishlistState(getOriginalState() as RootWithWishlist));
      if (said !== undefined) dispatch(toastShown(said));
      const wishlist = selectWishlistState(getState() as RootWithWishlist);
      // While the account's list is on its way it would be overwritten: this browser keeps the change until that has come.
      if (wishlist.owner === null || wishlist.loading) {
        writeGuestWishlist(wishlist.items);
        return;
      }
      if (wishlistOfferAccepted.match(action)) writeGuestWishlist([]);
      await save(dispatch, wishlist, failureOf(action));
    },
  });

  async function save(dispatch: Dispatch, { owner, items, message }: WishlistState, failure: string) {
    saving += 1;
    const answer: { error?: unknown } = await dispatch(
      userRecordApi.endpoints.saveUserFields.initiate({
        uid: owner as string,
        fields: { wishlist: items },
      }) as never,
    );
    saving -= 1;
    if (answer.error === undefined) {
      if (message !== null) dispatch(wishlistSaved());
      return;
    }
    const offer = { label: 'Retry', action: wishlistSaveRetried() };
    writeGuestWishlist(items);
    dispatch(wishlistSaveFailed(failure));
    dispatch(toastShown({ text: failure, tone: 'error', button: offer }));
  }

  start({ actionCreator: wishlistOfferDismissed, effect: () => writeGuestWishlist([]) });

  start({
    actionCreator: sessionStarted,
    effect: async (action, api) => {
      const { uid } = action.payload;
      const before = selectWishlistState(api.getOriginalState() as RootWithWishlist);
      if (before.owner === uid) return;
      const fail = (problem: unknown) => {
        console.warn('The wishlist could not be read from the account.', problem);
        api.dispatch(wishlistLoadFailed());
      };
      const stop = await follow(
        uid,
        (record) => {
          // The record of a new shopper is still being made.
          if (record === null) return;
          const { message, loading } = selectWishlistState(api.getState() as RootWithWishlist);
          // While a save is under way or has failed, the screen is newer than the cloud.
          if (!loading && (saving > 0 || message !== null)) return;
          const known = salvageItems(record.wishlist);
          api.dispatch(accountWishlistLoaded({ uid, items: known, guest: readGuestWishlist() }));
          const loaded = selectWishlistState(api.getState() as RootWithWishlist);
          if (JSON.stringify(loaded.items) === JSON.stringify(known)) return;
          writeGuestWishlist(loaded.offered);
          const failure = loaded.items.length < known.length ? NOT_SAVED.removed : NOT_SAVED.added;
          void save(api.dispatch, loaded, failure);
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

/** Follows the guest list that other tabs of this browser store. Answers the function that stops following. */
export function startWishlist(dispatch: (action: UnknownAction) => unknown): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === null || event.key === GUEST_WISHLIST_KEY)
      dispatch(guestWishlistLoaded(readGuestWishlist()));
  };
  addEventListener('storage', onStorage);
  return () => removeEventListener('storage', onStorage);
}
