// Owns fetching a page ahead of the visit: its module, then its data.
import { matchPath } from 'react-router-dom';
import { loadPage } from './page-module.tsx';
import { ROUTES } from './routes.tsx';
import type { ShopStore } from './store.ts';

/** Fetches code and data of the page at `path`; failures wait for the visit to show themselves. */
export async function prefetchPath(path: string, store: ShopStore['store']): Promise<void> {
  const { pathname } = new URL(path, location.origin);
  for (const route of ROUTES) {
    const match = matchPath(route.path, pathname);
    if (match === null) continue;
    try {
      const module = await loadPage(route.file);
      module.prefetch?.(store.dispatch as (action: never) => unknown, match.params);
    } catch (cause) {
      console.warn(`Could not fetch '${route.name}' ahead.`, cause);
    }
    return;
  }
}
