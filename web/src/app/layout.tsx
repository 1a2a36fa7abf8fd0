import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { useDispatch } from 'react-redux';
import { Outlet, ScrollRestoration } from 'react-router-dom';
import { useHydrated } from '../components/controls.tsx';
import { PrefetchContext } from '../components/shop-link.tsx';
import { Toasts } from '../components/toasts.tsx';
import { ThemeProvider } from '../features/theme/theme-provider.tsx';
import { WishlistProvider } from '../features/wishlist/wishlist-provider.tsx';
import { loadChunk } from '../lib/load-chunk.ts';
import { FocusHeading } from './focus-heading.tsx';
import { measurement } from './measurement.ts';
import { OfflineNotice } from './offline-notice.tsx';
import { PageViews } from './page-views.tsx';
import { prefetchPage } from './pages.ts';

/**
 * Sets `data-hydrated` on the root element, for styles and tests. It is a component so that
 * hydration does not render anything else again.
 */
function HydrationMarker() {
  const isHydrated = useHydrated();
  useEffect(() => {
    if (isHydrated) document.documentElement.dataset.hydrated = '';
  }, [isHydrated]);
  return null;
}

const PreviewBar = lazy(async () => ({
  default: (await loadChunk('Preview', () => import('./preview-bar.tsx'))).PreviewBar,
}));

/**
 * The section whose draft this tab previews, from the query of the first page. The server renders
 * the published version.
 */
function usePreviewedSection(): string | undefined {
  const [section, setSection] = useState<string>();
  useEffect(() => setSection(new URLSearchParams(location.search).get('preview') ?? undefined), []);
  return section;
}

/** Everything around the frame of a page. */
export function Layout() {
  const dispatch = useDispatch();
  const prefetch = useCallback((path: string) => void prefetchPage(path, dispatch), [dispatch]);
  const previewed = usePreviewedSection();
  return (
    <ThemeProvider>
      <WishlistProvider>
        <PrefetchContext value={prefetch}>
          <a className="skip-link" href="#main">
            Skip to content
          </a>
          <HydrationMarker />
          <ScrollRestoration />
          <FocusHeading />
          <PageViews tracker={measurement} />
          <OfflineNotice />
          <Outlet />
          <Toasts />
          {previewed !== undefined && (
            <Suspense>
              <PreviewBar section={previewed} />
            </Suspense>
          )}
        </PrefetchContext>
      </WishlistProvider>
    </ThemeProvider>
  );
}
