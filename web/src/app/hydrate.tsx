// Hydrates a server-rendered page and refetches what may have changed since it was rendered. hydration-loader.js buffers
// the events that happen before, and replays them afterwards.
import { type ReactNode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { LazyComponentContext, preloadLazyComponents } from '../lib/lazy-component.ts';
import { isOnline } from '../lib/network.ts';
import { loadRouteModule, registerRouteComponent } from './route-module.tsx';
import type { SsrPayload } from './ssr-payload.ts';
import { SSR_PRELOADED_STATE } from './ssr-preloaded-state.ts';
import { refetchQueries, rehydrateQueries } from './ssr-queries.ts';
import type { ShopStore } from './store.ts';

/** The data of a page older than this is refetched; Hosting may have cached the page. */
const STALE_AFTER_MS = 60_000;
/** Price and stock are refetched whatever the page's age. */
const ALWAYS_REFETCHED_ENDPOINTS = ['product'];
const LAZY_COMPONENTS_TIMEOUT_MS = 3000;

/** What the app's first render needs to equal the server's markup. */
export interface HydrationProps {
  readonly serverState: unknown;
  readonly placeholderData: SsrPayload['placeholderData'];
  readonly onHydrated: () => void;
}

interface HydrateOptions {
  readonly root: HTMLElement;
  readonly payload: SsrPayload;
  readonly store: ShopStore;
  /** The app inside its router. */
  readonly app: (props: HydrationProps) => ReactNode;
}

/**
 * Hydrates the page, then sets `data-hydrated` on its root element and dispatches `savepoint:hydrated` on the document.
 * Rejects when the route's module or a lazy component cannot be loaded.
 */
export async function hydrateApp({ root, payload, store, app }: HydrateOptions): Promise<void> {
  // The module injects the endpoints of the payload's queries, and the first render must not suspend.
  registerRouteComponent(payload.routeFile, (await loadRouteModule(payload.routeFile)).Component);
  await preloadLazyComponents(payload.lazyComponents);
  rehydrateQueries(store.dispatch, payload.queries);
  const serverState = toServerState(store.getState());
  const { onMount, allMounted } = waitForLazyComponents(payload.lazyComponents);
  let isHydrated = false;
  const onHydrated = () => {
    // Pages rendered later by the router call this as well.
    if (isHydrated) return;
    isHydrated = true;
    void allMounted.then(() => {
      root.ownerDocument.documentElement.dataset.hydrated = '';
      document.dispatchEvent(new Event('savepoint:hydrated'));
      refetchStaleQueries(payload, store);
    });
  };
  const props = { serverState, placeholderData: payload.placeholderData, onHydrated };
  // As a transition, hydration yields to scrolling and input.
  startTransition(() => {
    hydrateRoot(root, <LazyComponentContext value={{ onMount }}>{app(props)}</LazyComponentContext>, {
      // A mismatch, for instance after Back before the page was hydrated: React renders it on the client.
      onRecoverableError: (cause) => console.error('Hydration failed; the page is rendered again.', cause),
    });
  });
}

/**
 * Waits until every lazy component has mounted. Until then React hydrates them synchronously in the middle of an event,
 * and renders a field again between the shopper's `input` and `change`; so events stay buffered.
 */
function waitForLazyComponents(names: readonly string[]) {
  const pending = new Set(names);
  let resolve = () => {};
  const promise = new Promise<void>((resolvePromise) => {
    resolve = resolvePromise;
  });
  const resolveIfAll = () => {
    if (pending.size === 0) setTimeout(resolve);
  };
  resolveIfAll();
  return {
    onMount: (name: string) => {
      if (pending.delete(name)) resolveIfAll();
    },
    // A component that the client does not render after all is not waited for.
    allMounted: Promise.race([
      promise,
      new Promise<void>((timeOut) => setTimeout(timeOut, LAZY_COMPONENTS_TIMEOUT_MS)),
    ]),
  };
}

/** The state that the server rendered with. Slices that are equal stay the same objects, so that nothing renders twice. */
function toServerState(state: ReturnType<ShopStore['getState']>): unknown {
  const differing = Object.entries(SSR_PRELOADED_STATE).filter(
    ([slice, preloaded]) => JSON.stringify(state[slice as keyof typeof state]) !== JSON.stringify(preloaded),
  );
  return { ...state, ...Object.fromEntries(differing) };
}

function refetchStaleQueries(payload: SsrPayload, store: ShopStore): void {
  if (!isOnline()) return;
  const isStale = Date.now() - Date.parse(payload.renderedAt) > STALE_AFTER_MS;
  refetchQueries(
    store.dispatch,
    payload.queries.filter(
      ({ endpointName }) => isStale || ALWAYS_REFETCHED_ENDPOINTS.includes(endpointName),
    ),
  );
}
