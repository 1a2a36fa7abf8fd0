// Owns fetching a page ahead of the visit: its module, then its data.
import { findRoute } from './find-route.ts';
import { loadPage } from './page-module.tsx';
import type { ShopStore } from './store.ts';

/** Fetches code and data of the page at `path`; failures wait for the visit to show themselves. */
export async function prefetchPath(path: string, store: ShopStore['store']): Promise<void> {
  const found = findRoute(new URL(path, location.origin).pathname);
  if (found === undefined) return;
  try {
    const module = await loadPage(found.route.file);
    module.prefetch?.(store.dispatch as (action: never) => unknown, found.params);
  } catch (cause) {
    console.warn(`Could not fetch '${found.route.name}' ahead.`, cause);
  }
}
