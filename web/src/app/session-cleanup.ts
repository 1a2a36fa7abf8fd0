// Removes a shopper's data from this tab and this browser when their session ends in any way, or
// when another account replaces it. lib/device-data.ts clears local storage, IndexedDB and Cache
// Storage, once for all tabs.
import { isAnyOf } from '@reduxjs/toolkit';
import { shopApi } from '../api/shop-api.ts';
import { readPersistedSession } from '../features/auth/persisted-user.ts';
import { claimDeviceData, DATA_OWNER_KEY } from '../lib/device-data.ts';
import type { StartListening } from '../lib/listener-middleware.ts';
import { readStored } from '../lib/safe-storage.ts';
import { selectUser, sessionEnded, sessionStarted } from '../session/session-slice.ts';

/** Clears session storage of another account: a restored tab brings its own back. */
function claimTab(uid: string | null): void {
  try {
    const owner = sessionStorage.getItem(DATA_OWNER_KEY);
    if (owner !== null && owner !== uid) sessionStorage.clear();
    if (uid !== null) sessionStorage.setItem(DATA_OWNER_KEY, uid);
  } catch {
    // Without session storage, nothing was stored.
  }
}

/** Meanwhile another account may have signed in and opened its own. */
async function closeFirestoreOfOthers(getUid: () => string | null): Promise<void> {
  try {
    const { closeFirestore } = await import('../firebase/sdk.ts');
    await closeFirestore(getUid());
  } catch (cause) {
    console.warn('Firestore was not loaded, and cannot be now.', cause);
  }
}

/** Registers the listener that cleans up. */
export function listenToDepartures(start: StartListening): void {
  start({
    matcher: isAnyOf(sessionStarted, sessionEnded),
    effect: async (_action, api) => {
      const before = selectUser(api.getOriginalState())?.uid;
      const uid = selectUser(api.getState())?.uid ?? null;
      const hasLeft = before !== undefined && before !== uid;
      claimTab(uid);
      if (hasLeft) {
        api.dispatch(shopApi.util.resetApiState());
        await closeFirestoreOfOthers(() => selectUser(api.getState())?.uid ?? null);
      }
      // Also at start: the session may have ended while no tab of the shop was open.
      if (!hasLeft && readStored(DATA_OWNER_KEY) === uid) return;
      await claimDeviceData(async () => {
        // This tab may be the last to learn who is signed in.
        const persisted = await readPersistedSession();
        return persisted.status === 'unknown' ? uid : (persisted.user?.uid ?? null);
      });
    },
  });
}
