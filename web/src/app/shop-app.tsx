// Owns the frame around every page: providers, navigation bar, the routed page, footer, announcements.
import { Suspense, useCallback, useEffect } from 'react';
import { Provider } from 'react-redux';
import { Route, Routes, useLocation } from 'react-router-dom';
import { PrefetchContext } from '../components/shop-link.tsx';
import { LoadingPage } from '../components/skeleton.tsx';
import { ThemeProvider } from '../features/theme/theme-provider.tsx';
import { WishlistProvider } from '../features/wishlist/wishlist-provider.tsx';
import { lazyPart } from '../lib/lazy-part.ts';
import { type ServedExtract, ServedExtractContext } from '../lib/served-extract.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { NavBar } from './nav-bar.tsx';
import { OfflineNotice } from './offline-notice.tsx';
import { pageOf } from './page-module.tsx';
import { prefetchPath } from './prefetch.ts';
import { RequireSession } from './require-session.tsx';
import { ROUTES, type RouteEntry } from './routes.tsx';
import { ScrollAndFocus } from './scroll-and-focus.tsx';
import type { ShopStore } from './store.ts';

// Below the first screen: fetched beside the first page, not before it.
const PageEnd = lazyPart('page-end', async () => (await import('./beside.ts')).PageEnd);

/** Says that what stands beside it answers: inside the boundary of the page, it comes to life with the page. */
function Ready({ onReady }: { onReady: () => void }) {
  useEffect(() => {
    onReady();
  }, [onReady]);
  return null;
}

function Page({ route, onReady }: { route: RouteEntry; onReady: (() => void) | undefined }) {
  const Content = pageOf(route);
  const page = (
    // Keyed, so that the page one leaves goes at once instead of staying hidden until the next one has come.
    <Suspense key={route.file} fallback={<LoadingPage name={route.name} />}>
      <Content />
      {onReady && <Ready onReady={onReady} />}
    </Suspense>
  );
  return route.guarded ? <RequireSession name={route.name}>{page}</RequireSession> : page;
}

function RoutedPages({ onReady }: { onReady: (() => void) | undefined }) {
  const { pathname } = useLocation();
  return (
    <ErrorBoundary resetKey={pathname}>
      <Routes>
        {ROUTES.map((route) => (
          <Route key={route.path} path={route.path} element={<Page route={route} onReady={onReady} />} />
        ))}
      </Routes>
    </ErrorBoundary>
  );
}

interface ShopAppProps {
  readonly store: ShopStore['store'];
  /** The state the server rendered with, when the page came from it. */
  readonly servedState?: unknown;
  readonly extract?: ServedExtract | undefined;
  /** Runs once the page itself, not only its frame, answers to clicks. */
  readonly onReady?: () => void;
}

/** The whole shop; must stand inside a router. */
export function ShopApp({ store, servedState, extract, onReady }: ShopAppProps) {
  const prefetch = useCallback((path: string) => void prefetchPath(path, store), [store]);
  return (
    <Provider store={store} {...(servedState !== undefined && { serverState: servedState as never })}>
      <ThemeProvider>
        <WishlistProvider>
          <PrefetchContext value={prefetch}>
            <a className="skip-link" href="#main">
              Skip to content
            </a>
            <ScrollAndFocus />
            <OfflineNotice />
            <NavBar />
            <ServedExtractContext value={extract}>
              <RoutedPages onReady={onReady} />
            </ServedExtractContext>
            <Suspense fallback={<div className="page-end-space" />}>
              <PageEnd />
            </Suspense>
          </PrefetchContext>
        </WishlistProvider>
      </ThemeProvider>
    </Provider>
  );
}
