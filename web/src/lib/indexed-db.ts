/** Deleted right after it is opened. */
const PROBE_DATABASE = 'savepoint-probe';

/**
 * Tells whether IndexedDB can be opened. Browsers refuse it in some private windows, with blocked
 * site data and on a full disk: by throwing, or with an error event. Never rejects.
 */
export function isIndexedDbAvailable(): Promise<boolean> {
  return new Promise((resolve) => {
    try {
      const request = indexedDB.open(PROBE_DATABASE);
      request.onsuccess = () => {
        request.result.close();
        indexedDB.deleteDatabase(PROBE_DATABASE);
        resolve(true);
      };
      request.onerror = () => resolve(false);
    } catch {
      resolve(false);
    }
  });
}
