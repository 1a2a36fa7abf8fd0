import { allowLoopbackImages } from '@savepoint/model/image-url';
import { type ReactNode, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { Provider } from 'react-redux';
import { createBrowserRouter, type RouteObject, RouterProvider } from 'react-router-dom';
import './styles/tokens.css';
import './styles/fonts.css';
import './styles/base.css';
import './styles/components.css';
import './styles/layout.css';
import './styles/forced-colors.css';
import { queriesRehydrated } from './api/shop-api.ts';
import { createListeners, followBrowser } from './app/listeners.ts';
import { createRoutes, loadMatchingRoutes } from './app/routes.tsx';
import { checkStartup } from './app/startup-check.ts';
import { createStore, type ShopStore } from './app/store.ts';
import { isLoopbackHost } from './config/backend.ts';
import { startSession } from './features/auth/start-session.ts';
import { ignoreStrayClicks } from './lib/ignore-stray-clicks.ts';
import { forgetReload } from './lib/load-chunk.ts';
import { loadFonts } from './lib/load-fonts.ts';
import { setSiteOrigin } from './lib/page-metadata.ts';
import { type PageData, readPageData, shareEqualSlices } from './ssr/page-data.ts';

/** By then a server-rendered page is hydrated, even on a slow phone. */
const SERVICE_WORKER_DELAY_MS = 4000;

/**
 * The app with its store, and the server's Redux state for the first render of a server-rendered
 * page.
 */
function createApp(store: ShopStore, routes: RouteObject[], pageData?: PageData): ReactNode {
  const router = createBrowserRouter(routes, pageData && { hydrationData: pageData.router });
  return (
    <Provider
      store={store}
      {...(pageData && { serverState: shareEqualSlices(pageData.state, store.getState()) })}
    >
      {/* Not as transitions: a click is answered in the same frame, and a page that is loading shows its placeholder at once. */}
      <RouterProvider router={router} useTransitions={false} />
    </Provider>
  );
}

/** Renders the app, or hydrates a server-rendered page. */
async function renderApp(root: HTMLElement, store: ShopStore): Promise<void> {
  const routes = createRoutes();
  const pageData = readPageData();
  try {
    if (pageData !== undefined) {
      await loadMatchingRoutes(routes, location.pathname);
      setSiteOrigin(pageData.origin);
      store.dispatch(queriesRehydrated(pageData.state.shopApi));
      // Hydration in a transition yields to scrolling and input.
      startTransition(() => {
        hydrateRoot(root, createApp(store, routes, pageData), {
          // After a mismatch, React renders the page on the client.
          onRecoverableError: (cause) =>
            console.error('Hydration failed; the page is rendered again.', cause),
        });
      });
      return;
    }
  } catch (cause) {
    // The router shows it instead of the server's markup.
    console.error('The page cannot be hydrated.', cause);
  }
  // The shell's own; each page has its own.
  for (const element of document.querySelectorAll('title, meta[name="description"]')) element.remove();
  createRoot(root).render(createApp(store, routes));
}

/** The path of the shop's page that led to this document, unless it was a sign-in page. */
function referrerPath(): string | undefined {
  if (!document.referrer.startsWith(`${location.origin}/`)) return undefined;
  const { pathname, search } = new URL(document.referrer);
  return /^\/(login|register)$/.test(pathname) ? undefined : pathname + search;
}

async function start(): Promise<void> {
  ignoreStrayClicks();
  const root = document.getElementById('root');
  if (root === null) throw new Error("index.html has no element with the id 'root'.");
  loadFonts();
  forgetReload('app');
  // Scroll positions are stored by key, and React Router gives the same one to every document that
  // is not left by its links. A link that was followed before hydration has no state, either: the
  // referrer is the page that the router would name.
  if (history.state === null)
    history.replaceState({ key: Math.random().toString(36).slice(2), usr: { from: referrerPath() } }, '');
  allowLoopbackImages(isLoopbackHost(location.hostname));
  const store = createStore({ listeners: createListeners() });
  followBrowser(store);
  if (import.meta.env.DEV) {
    const { signInFromAddress } = await import('./features/auth/development-sign-in.ts');
    await signInFromAddress().catch((cause: unknown) =>
      console.error('The account cannot be opened.', cause),
    );
  }
  // Nothing is rendered until the first auth state is known (specification, section 2). If
  // restoring the session fails, the app still renders (section 8).
  await startSession(store.dispatch).catch((cause: unknown) =>
    console.error('The session could not be restored.', cause),
  );
  await renderApp(root, store);
}

// In a separate task: evaluating the modules is a long one already. With a top-level await, the
// bundler could not merge small chunks.
setTimeout(() => void start());

const whenIdle = window.requestIdleCallback ?? ((run: () => void) => setTimeout(run, 1000));
whenIdle(() => void checkStartup());

// It requests every module of the shop, which would compete with this page's own requests.
if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  setTimeout(() => {
    navigator.serviceWorker.register('/service-worker.js').catch((cause: unknown) => {
      console.warn('The shop will not work offline.', cause);
    });
  }, SERVICE_WORKER_DELAY_MS);
}
