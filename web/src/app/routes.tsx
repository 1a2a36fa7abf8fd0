import type { LoaderFunctionArgs, RouteObject } from 'react-router-dom';
import { matchRoutes } from 'react-router-dom';
import { LoadingPage } from '../components/skeleton.tsx';
import { loadChunk } from '../lib/load-chunk.ts';
import { Layout } from './layout.tsx';
import { PAGES, type Page, type PageModule } from './pages.ts';
import { RequireSession } from './require-session.tsx';
import { RouteError } from './route-error.tsx';
import { ShopFrame } from './shop-frame.tsx';

const loadCheckoutFrame = () => loadChunk('Checkout', () => import('./checkout-frame.tsx'));
const loadAdminFrame = () => loadChunk('Admin', () => import('./admin-frame.tsx'));

/** Loads the data of a page before rendering. */
export type LoadPage = (module: PageModule, args: LoaderFunctionArgs) => unknown;

function pageRoute(page: Page, loadPage: LoadPage | undefined): RouteObject {
  return {
    path: page.path,
    lazy: async () => {
      const module = await page.load();
      return {
        Component: module.Component,
        ...(loadPage && { loader: (args: LoaderFunctionArgs) => loadPage(module, args) }),
      };
    },
    ErrorBoundary: RouteError,
    hydrateFallbackElement: <LoadingPage name={page.name} />,
  };
}

/**
 * The shop's routes for React Router. Only the server passes `loadPage`: in the browser a page is
 * shown at once, with placeholders for the queries that its components start.
 */
export function createRoutes(loadPage?: LoadPage): RouteObject[] {
  const routesOf = (isRouteOf: (page: Page) => boolean) =>
    PAGES.filter(isRouteOf).map((page) => pageRoute(page, loadPage));
  const isCheckout = ({ path }: Page) => path === '/checkout';
  const isAdminPage = ({ path }: Page) => path === '/admin' || path.startsWith('/admin/');
  return [
    {
      Component: Layout,
      ErrorBoundary: RouteError,
      children: [
        {
          Component: ShopFrame,
          children: [
            ...routesOf((page) => !page.isGuarded),
            {
              Component: RequireSession,
              children: routesOf((page) => page.isGuarded && !isAdminPage(page) && !isCheckout(page)),
            },
          ],
        },
        {
          Component: RequireSession,
          children: [
            {
              lazy: async () => ({ Component: (await loadCheckoutFrame()).CheckoutFrame }),
              ErrorBoundary: RouteError,
              hydrateFallbackElement: <LoadingPage name="Checkout" />,
              children: routesOf(isCheckout),
            },
            {
              lazy: async () => ({ Component: (await loadAdminFrame()).AdminFrame }),
              ErrorBoundary: RouteError,
              hydrateFallbackElement: <LoadingPage name="Admin" />,
              children: routesOf(isAdminPage),
            },
          ],
        },
      ],
    },
  ];
}

/**
 * Loads the modules of the routes at a path before hydration, as in React Router's guide to server
 * rendering: the first render must equal the server's. Rejects with a ChunkError.
 */
export async function loadMatchingRoutes(routes: RouteObject[], pathname: string): Promise<void> {
  for (const { route } of matchRoutes(routes, pathname) ?? [])
    if (typeof route.lazy === 'function') Object.assign(route, await route.lazy(), { lazy: undefined });
}
