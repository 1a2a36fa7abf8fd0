// Signs out without the Firebase Auth SDK if it cannot be loaded: removes its records like the SDK
// would. Tabs that have loaded it notice.
import { openDatabase, STORE } from './persisted-user.ts';

/** Removes the persisted user. Rejects if IndexedDB refuses. */
export async function removePersistedUser(): Promise<void> {
  for (const key of Object.keys(localStorage)) if (key.startsWith('firebase:')) localStorage.removeItem(key);
  const database = await openDatabase();
  if (database === undefined) return;
  try {
    if (!database.objectStoreNames.contains(STORE)) return;
    await new Promise<void>((resolve, reject) => {
      const transaction = database.transaction(STORE, 'readwrite');
      transaction.objectStore(STORE).clear();
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error);
    });
  } finally {
    database.close();
  }
}
