// Which account's data this browser holds, and its removal when that account leaves. It lists what
// may stay, not what must go, so that keys and databases of later versions are removed as well.
import { readStored, removeStored, writeStored } from './safe-storage.ts';

/**
 * Local storage key with the uid whose data this browser holds. Empty while data of a departed
 * account is still to be removed; absent if there is none. Its storage event tells the other tabs.
 */
export const DATA_OWNER_KEY = 'savepoint:session';

/**
 * Equal to the constant of the service worker, which is a separate script and must not share a
 * chunk.
 */
const PAGE_CACHE: typeof import('./offline-caches.ts').PAGE_CACHE = 'pages-v2';

/**
 * Keys of the device and of guests. Cart and wishlist remove an account's items themselves when its
 * session ends.
 */
const RETAINED_KEYS = new Set([
  DATA_OWNER_KEY,
  ...['theme', 'consent', 'fontsSeen'],
  ...['cart', 'savedForLater', 'cartOwner', 'guestWishlist'],
]);
/** Prefix of the Firebase Auth SDK's keys, which belong to the currently signed-in account. */
const AUTH_KEY_PREFIX = 'firebase:';
/** Prefix of the databases of Firestore's offline cache: `firestore/<app>/<project>/main`. */
const FIRESTORE_DATABASE_PREFIX = 'firestore/';
/** A tab that does not close its connection blocks the deletion of a database. */
const DELETION_TIMEOUT_MS = 3000;

/** Runs one at a time across all tabs of this browser, if it supports locks. */
function exclusively<T>(run: () => Promise<T>): Promise<T> {
  return navigator.locks === undefined ? run() : navigator.locks.request('savepoint:device-data', run);
}

function clearLocalStorage(isSignedIn: boolean): void {
  for (const key of Object.keys(localStorage))
    if (!RETAINED_KEYS.has(key) && !(isSignedIn && key.startsWith(AUTH_KEY_PREFIX))) removeStored(key);
}

/**
 * Deletes a database. Rejects if that failed or is still blocked after a while; the browser then
 * deletes it later.
 */
function deleteDatabase(name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase(name);
    const fail = () => reject(request.error ?? new Error(`Another tab keeps the database '${name}' open.`));
    request.onsuccess = () => resolve();
    request.onerror = fail;
    setTimeout(fail, DELETION_TIMEOUT_MS);
  });
}

async function deleteFirestoreDatabases(): Promise<void> {
  const names = (await indexedDB.databases()).map(({ name }) => name ?? '');
  await Promise.all(names.filter((name) => name.startsWith(FIRESTORE_DATABASE_PREFIX)).map(deleteDatabase));
}

/** Removes the data of accounts. Rejects if some of it could not be removed. */
async function eraseAccountData(isSignedIn: boolean): Promise<void> {
  // First, so that other tabs close their connections, and a browser that is closed meanwhile
  // continues at its next start.
  writeStored(DATA_OWNER_KEY, '');
  clearLocalStorage(isSignedIn);
  const removals = [
    // Visited pages and products reveal where the shopper has been.
    'caches' in globalThis ? caches.delete(PAGE_CACHE) : undefined,
    'indexedDB' in globalThis ? deleteFirestoreDatabases() : undefined,
  ];
  for (const removal of await Promise.allSettled(removals))
    if (removal.status === 'rejected') throw removal.reason;
}

/**
 * Ensures that this browser holds only data of the signed-in account: removes another account's,
 * and records the owner. `readUid` returns who is signed in, null for nobody. False if data of
 * another account remains, which is removed later: the caller must not use stored data. Never
 * rejects.
 */
export async function claimDeviceData(readUid: () => Promise<string | null>): Promise<boolean> {
  try {
    return await exclusively(async () => {
      const uid = await readUid();
      const owner = readStored(DATA_OWNER_KEY);
      if (owner !== null && owner !== uid) await eraseAccountData(uid !== null);
      // Without a recorded owner, nothing would remove the data later.
      if (uid !== null) return owner === uid || writeStored(DATA_OWNER_KEY, uid);
      if (owner !== null) removeStored(DATA_OWNER_KEY);
      return true;
    });
  } catch (cause) {
    console.warn('Data of an account that has left could not be removed; the next visit tries again.', cause);
    return false;
  }
}
