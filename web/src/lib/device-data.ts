// Which account's data this browser holds, and its removal when that account leaves. A list of what
// may stay, not of what goes: a key or a database that a later version adds is removed without
// being named here.
import { readStored, removeStored, writeStored } from './safe-storage.ts';

/**
 * Local storage key with the uid whose data this browser holds. Empty while data of an account that
 * has left is still to be removed; absent when there is none. Its storage event tells the other
 * tabs.
 */
export const DATA_OWNER_KEY = 'savepoint:session';

/**
 * Equal to the constant of the service worker, which is a script of its own and must not share a
 * chunk.
 */
const PAGE_CACHE: typeof import('./offline-caches.ts').PAGE_CACHE = 'pages-v2';

/**
 * What belongs to the device, and what a guest has. The cart and the wishlist remove an account's
 * items themselves when its session ends.
 */
const RETAINED_KEYS = new Set([
  DATA_OWNER_KEY,
  ...['theme', 'consent', 'fontsSeen'],
  ...['cart', 'savedForLater', 'cartOwner', 'guestWishlist'],
]);
/** Prefix of the Firebase Auth SDK's keys, which are those of the account that is signed in now. */
const AUTH_KEY_PREFIX = 'firebase:';
/** Prefix of the databases of Firestore's offline cache: `firestore/<app>/<project>/main`. */
const FIRESTORE_DATABASE_PREFIX = 'firestore/';
/** A tab that does not close its connection blocks the deletion of a database. */
const DELETION_TIMEOUT_MS = 3000;

/** Runs one at a time in all tabs of this browser, where it has locks. */
function exclusively<T>(run: () => Promise<T>): Promise<T> {
  return navigator.locks === undefined ? run() : navigator.locks.request('savepoint:device-data', run);
}

function clearLocalStorage(isSignedIn: boolean): void {
  for (const key of Object.keys(localStorage))
    if (!RETAINED_KEYS.has(key) && !(isSignedIn && key.startsWith(AUTH_KEY_PREFIX))) removeStored(key);
}

/**
 * Deletes a database. Rejects when that failed or is still blocked after a while; the browser then
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

/** Removes the data of accounts. Rejects when some of it could not be removed. */
async function eraseAccountData(isSignedIn: boolean): Promise<void> {
  // First: the other tabs close their connections, and a browser that is closed in between goes on
  // at its next start.
  writeStored(DATA_OWNER_KEY, '');
  clearLocalStorage(isSignedIn);
  const removals = [
    // Visited pages and products tell where the shopper has been.
    'caches' in globalThis ? caches.delete(PAGE_CACHE) : undefined,
    'indexedDB' in globalThis ? deleteFirestoreDatabases() : undefined,
  ];
  for (const removal of await Promise.allSettled(removals))
    if (removal.status === 'rejected') throw removal.reason;
}

/**
 * Makes this browser hold data of nobody but the signed-in account: removes that of another one,
 * and remembers the owner. `readUid` finds out who is signed in, null for nobody. False when data
 * of another account is left, which is then removed later: the caller must not use what is stored.
 * Never rejects.
 */
export async function claimDeviceData(readUid: () => Promise<string | null>): Promise<boolean> {
  try {
    return await exclusively(async () => {
      const uid = await readUid();
      const owner = readStored(DATA_OWNER_KEY);
      if (owner !== null && owner !== uid) await eraseAccountData(uid !== null);
      // Without an owner on record nothing would remove the data later.
      if (uid !== null) return owner === uid || writeStored(DATA_OWNER_KEY, uid);
      if (owner !== null) removeStored(DATA_OWNER_KEY);
      return true;
    });
  } catch (cause) {
    console.warn('Data of an account that has left could not be removed; the next visit tries again.', cause);
    return false;
  }
}
