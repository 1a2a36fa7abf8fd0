import type { Page } from '@playwright/test';

/**
 * Everything that a page can read of this browser's storage, as text: local and session storage,
 * IndexedDB, Cache Storage.
 */
export function readStorage(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const settled = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const parts = [JSON.stringify({ ...localStorage }), JSON.stringify({ ...sessionStorage })];
    for (const { name = '' } of await indexedDB.databases()) {
      const opening = indexedDB.open(name);
      // The database has been deleted: opening must not create it again.
      opening.onupgradeneeded = () => opening.transaction?.abort();
      const database = await settled(opening).catch(() => undefined);
      if (database === undefined) continue;
      database.onversionchange = () => database.close();
      const stores = [...database.objectStoreNames];
      if (stores.length > 0) {
        const transaction = database.transaction(stores);
        const reads = stores.map((store) => {
          const source = transaction.objectStore(store);
          return Promise.all([settled(source.getAllKeys()), settled(source.getAll())]);
        });
        parts.push(name, JSON.stringify(await Promise.all(reads)));
      }
      database.close();
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        parts.push(request.url);
        // Files of the build are the same for everybody.
        if (/\/(assets|art)\//.test(request.url)) continue;
        parts.push((await (await cache.match(request))?.text()) ?? '');
      }
    }
    return parts.join('\n');
  });
}
