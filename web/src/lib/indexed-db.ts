/** Deleted right after it has been opened. */
const PROBE_DATABASE = 'savepoint-probe';

/**
 * Whether IndexedDB can be opened here. Browsers refuse it in some private windows, when site data
 * is blocked and when the disk is full: by throwing, or with an error event. Never rejects.
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
