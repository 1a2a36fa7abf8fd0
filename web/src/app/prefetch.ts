import { matchRoute } from './match-route.ts';
import { loadRouteModule } from './route-module.tsx';
import type { ShopStore } from './store.ts';

/** Prefetches the module and then the data of the page at `path`. Failures are logged; the visit itself reports them. */
export async function prefetchRoute(path: string, store: ShopStore): Promise<void> {
  const match = matchRoute(new URL(path, location.origin).pathname);
  if (match === undefined) return;
  try {
    const module = await loadRouteModule(match.route.file);
    module.prefetch?.(store.dispatch as (action: never) => unknown, match.params);
  } catch (cause) {
    console.warn(`Could not prefetch '${match.route.name}'.`, cause);
  }
}
