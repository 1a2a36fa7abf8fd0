import { allowLoopbackImages } from '@savepoint/model/image-url';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import './styles/tokens.css';
import './styles/fonts.css';
import './styles/base.css';
import './styles/components.css';
import './styles/layout.css';
import type { HydrationProps } from './app/hydrate.tsx';
import { ShopApp } from './app/shop-app.tsx';
import { SSR_PAYLOAD_ID } from './app/ssr-payload.ts';
import { createStore } from './app/store.ts';
import { isLoopbackHost } from './config/backend.ts';
import { startSession } from './features/auth/start-session.ts';
import { initTheme } from './features/theme/theme-listeners.ts';

allowLoopbackImages(isLoopbackHost(location.hostname));
const store = createStore();
// A task of its own: together with the modules before, it would block a slow phone for too long.
await new Promise((resolve) => setTimeout(resolve));
initTheme(store.dispatch);
// Actions dispatched until then are buffered (lib/listener-middleware.ts).
import('./app/deferred.ts')
  .then(({ startListeners }) => startListeners(store))
  .catch((cause: unknown) => console.error('The listeners could not be loaded; nothing is saved.', cause));

const root = document.getElementById('root');
if (root === null) throw new Error("index.html has no element with the id 'root'.");

// Nothing is rendered until the first auth state is known (specification, section 2). If restoring the session fails, the
// app still renders (section 8).
try {
  await startSession(store.dispatch);
} catch (cause) {
  console.error('The session could not be restored.', cause);
}
// Not as transitions: a click is answered in the same frame, and a page that is loading shows its placeholder at once.
const app = (hydration?: HydrationProps) => (
  <BrowserRouter useTransitions={false}>
    <ShopApp store={store} {...hydration} />
  </BrowserRouter>
);
const payload = document.getElementById(SSR_PAYLOAD_ID)?.textContent;
if (payload) {
  const { hydrateApp } = await import('./app/deferred.ts');
  await hydrateApp({ root, payload: JSON.parse(payload), store, app });
} else createRoot(root).render(app());

const whenIdle = window.requestIdleCallback ?? ((run: () => void) => setTimeout(run, 1000));
whenIdle(() => {
  void import('./app/startup-check.ts').then(({ checkStartup }) => checkStartup());
  if (import.meta.env.PROD && 'serviceWorker' in navigator) {
    navigator.serviceWorker.register('/service-worker.js').catch((cause: unknown) => {
      console.warn('The shop will not work offline.', cause);
    });
  }
});
