// Owns the start of the app in a browser.
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import './styles/tokens.css';
import './styles/fonts.css';
import './styles/base.css';
import './styles/components.css';
import './styles/layout.css';
import { SERVED_PAGE_ID } from './app/served-page.ts';
import { ShopApp } from './app/shop-app.tsx';
import { createStore } from './app/store.ts';
import type { ServedProps } from './app/take-over.tsx';
import { startSession } from './features/auth/start-session.ts';
import { initTheme } from './features/theme/theme-listeners.ts';

const shop = createStore();
const { store } = shop;
// The rest in a task of its own: a phone would stand still for both together.
await new Promise((resolve) => setTimeout(resolve));
initTheme(store.dispatch);
// What happens before the effects are there is told to them when they come (lib/late-listener.ts).
import('./app/beside.ts')
  .then(({ startEffects }) => startEffects(shop))
  .catch((cause: unknown) => console.error('What is done here will not be saved.', cause));

const root = document.getElementById('root');
if (root === null) throw new Error("index.html has no element with the id 'root'.");

// Nothing is rendered until the first auth state is known (specification, section 2); it takes one look into
// IndexedDB. Whatever goes wrong with it is logged and the app still renders (section 8).
try {
  await startSession(store.dispatch);
} catch (cause) {
  console.error('The session could not be started.', cause);
}
// Without transitions a click answers in the same frame, and a page on its way shows its placeholder at once.
const app = (served?: ServedProps) => (
  <BrowserRouter useTransitions={false}>
    <ShopApp store={store} {...served} />
  </BrowserRouter>
);
const served = document.getElementById(SERVED_PAGE_ID)?.textContent;
if (served) {
  const { takeOver } = await import('./app/beside.ts');
  await takeOver({ root, page: JSON.parse(served), store, app });
} else createRoot(root).render(app());

/** After the first paint: what nobody waits for. */
const whenIdle = window.requestIdleCallback ?? ((run: () => void) => setTimeout(run, 1000));
whenIdle(() => {
  void import('./app/startup-check.ts').then(({ checkStartup }) => checkStartup());
  if (import.meta.env.PROD && 'serviceWorker' in navigator) {
    navigator.serviceWorker.register('/service-worker.js').catch((cause: unknown) => {
      console.warn('The shop will not work offline.', cause);
    });
  }
});
