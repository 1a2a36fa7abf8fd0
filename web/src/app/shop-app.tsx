import { Suspense, useCallback, useEffect, useState } from 'react';
import { Provider, useSelector } from 'react-redux';
import { Route, Routes, useLocation } from 'react-router-dom';
import { PrefetchContext } from '../components/shop-link.tsx';
import { LoadingPage } from '../components/skeleton.tsx';
import { ThemeProvider } from '../features/theme/theme-provider.tsx';
import { WishlistProvider } from '../features/wishlist/wishlist-provider.tsx';
import { lazyComponent } from '../lib/lazy-component.ts';
import { type SsrPlaceholderData, SsrPlaceholderDataContext } from '../lib/ssr-placeholder-data.ts';
import { selectUser } from '../session/session-slice.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { NavBar } from './nav-bar.tsx';
import { OfflineNotice } from './offline-notice.tsx';
import { prefetchRoute } from './prefetch.ts';
import { RequireSession } from './require-session.tsx';
import { routeComponent } from './route-module.tsx';
import { ROUTES, type RouteEntry } from './routes.tsx';
import { ScrollAndFocus } from './scroll-and-focus.tsx';
import type { ShopStore } from './store.ts';

const BelowTheFold = lazyComponent(
  'below-the-fold',
  async () => (await import('./deferred.ts')).BelowTheFold,
);

/** Calls back when React has hydrated the Suspense boundary around it. */
function HydrationMarker({ onHydrated }: { onHydrated: () => void }) {
  useEffect(() => {
    onHydrated();
  }, [onHydrated]);
  return null;
}

interface PageProps {
  readonly route: RouteEntry;
  readonly shopperKey: number;
  readonly onHydrated: (() => void) | undefined;
}

function Page({ route, shopperKey, onHydrated }: PageProps) {
  const Content = routeComponent(route);
  const page = (
    // Keyed, so that the previous page unmounts at once instead of staying hidden until the next one has loaded.
    <Suspense key={`${route.file} ${shopperKey}`} fallback={<LoadingPage name={route.name} />}>
      <Content />
      {onHydrated && <HydrationMarker onHydrated={onHydrated} />}
    </Suspense>
  );
  return route.guarded ? <RequireSession name={route.name}>{page}</RequireSession> : page;
}

/** A key that changes when a shopper leaves: a page that mounts again shows nothing of them, such as a form. */
function useShopperKey(): number {
  const uid = useSelector(selectUser)?.uid;
  const [last, setLast] = useState({ uid, departures: 0 });
  if (last.uid !== uid) setLast({ uid, departures: last.departures + (last.uid === undefined ? 0 : 1) });
  return last.departures;
}

function RoutedPages({ onHydrated }: { onHydrated: (() => void) | undefined }) {
  const { pathname } = useLocation();
  const shopperKey = useShopperKey();
  return (
    <ErrorBoundary resetKey={pathname}>
      <Routes>
        {ROUTES.map((route) => (
          <Route
            key={route.path}
            path={route.path}
            element={<Page route={route} shopperKey={shopperKey} onHydrated={onHydrated} />}
          />
        ))}
      </Routes>
    </ErrorBoundary>
  );
}

interface ShopAppProps {
  readonly store: ShopStore;
  /** The Redux state that the server rendered with; only for a server-rendered page. */
  readonly serverState?: unknown;
  readonly placeholderData?: SsrPlaceholderData | undefined;
  /** Called when the page itself, not only the layout around it, is hydrated; again for every later page. */
  readonly onHydrated?: () => void;
}

/** The shop with its providers. Must be rendered inside a router. */
export function ShopApp({ store, serverState, placeholderData, onHydrated }: ShopAppProps) {
  const prefetch = useCallback((path: string) => void prefetchRoute(path, store), [store]);
  return (
    <Provider store={store} {...(serverState !== undefined && { serverState: serverState as never })}>
      <ThemeProvider>
        <WishlistProvider>
          <PrefetchContext value={prefetch}>
            <a className="skip-link" href="#main">
              Skip to content
            </a>
            <ScrollAndFocus />
            <OfflineNotice />
            <NavBar />
            <SsrPlaceholderDataContext value={placeholderData}>
              <RoutedPages onHydrated={onHydrated} />
            </SsrPlaceholderDataContext>
            <Suspense fallback={<div className="page-end-space" />}>
              <BelowTheFold />
            </Suspense>
          </PrefetchContext>
        </WishlistProvider>
      </ThemeProvider>
    </Provider>
  );
}
