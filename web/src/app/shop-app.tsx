// Owns the frame around every page: providers, navigation bar, the routed page, footer, announcements.
import { type ComponentType, lazy, Suspense, useCallback } from 'react';
import { Provider } from 'react-redux';
import { Route, Routes, useLocation } from 'react-router-dom';
import { PrefetchContext } from '../components/shop-link.tsx';
import { LoadingPage } from '../components/skeleton.tsx';
import { ThemeProvider } from '../features/theme/theme-provider.tsx';
import { WishlistProvider } from '../features/wishlist/wishlist-provider.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { NavBar } from './nav-bar.tsx';
import { OfflineNotice } from './offline-notice.tsx';
import { lazyPage } from './page-module.tsx';
import { prefetchPath } from './prefetch.ts';
import { RequireSession } from './require-session.tsx';
import { ROUTES, type RouteEntry } from './routes.tsx';
import { ScrollAndFocus } from './scroll-and-focus.tsx';
import type { ShopStore } from './store.ts';

// Below the first screen: fetched beside the first page, not before it.
const PageEnd = lazy(async () => ({ default: (await import('./page-end.tsx')).PageEnd }));

const pages = new Map<string, ComponentType>();

function pageOf({ file, name }: RouteEntry): ComponentType {
  const known = pages.get(file);
  if (known !== undefined) return known;
  const page = lazyPage(file, name);
  pages.set(file, page);
  return page;
}

function Page({ route }: { route: RouteEntry }) {
  const Content = pageOf(route);
  const page = (
    // Keyed, so that the page one leaves goes at once instead of staying hidden until the next one has come.
    <Suspense key={route.file} fallback={<LoadingPage name={route.name} />}>
      <Content />
    </Suspense>
  );
  return route.guarded ? <RequireSession name={route.name}>{page}</RequireSession> : page;
}

function RoutedPages() {
  const { pathname } = useLocation();
  return (
    <ErrorBoundary resetKey={pathname}>
      <Routes>
        {ROUTES.map((route) => (
          <Route key={route.path} path={route.path} element={<Page route={route} />} />
        ))}
      </Routes>
    </ErrorBoundary>
  );
}

/** The whole shop; must stand inside a router. */
export function ShopApp({ store }: { store: ShopStore['store'] }) {
  const prefetch = useCallback((path: string) => void prefetchPath(path, store), [store]);
  return (
    <Provider store={store}>
      <ThemeProvider>
        <WishlistProvider>
          <PrefetchContext value={prefetch}>
            <a className="skip-link" href="#main">
              Skip to content
            </a>
            <ScrollAndFocus />
            <OfflineNotice />
            <NavBar />
            <RoutedPages />
            <Suspense fallback={<div className="page-end-space" />}>
              <PageEnd />
            </Suspense>
          </PrefetchContext>
        </WishlistProvider>
      </ThemeProvider>
    </Provider>
  );
}
