// Owns the start of the app in a browser.
import type { UnknownAction } from '@reduxjs/toolkit';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import './styles/tokens.css';
import './styles/fonts.css';
import './styles/base.css';
import './styles/components.css';
import './styles/layout.css';
import { ShopApp } from './app/shop-app.tsx';

import { createStore } from './app/store.ts';
import { startSession } from './features/auth/start-session.ts';
import { startTheme } from './features/theme/theme-effects.ts';
import { selectSession, sessionStarted } from './session/session-slice.ts';

const shop = createStore();
const { store } = shop;
startTheme(store.dispatch);
const effects = import('./app/effects.ts').then(({ startEffects }) => startEffects(shop));

/** A session begins only when the effects that load its cart and wishlist are there to hear of it. */
async function dispatchSession(action: UnknownAction): Promise<unknown> {
  if (sessionStarted.match(action)) await effects;
  return store.dispatch(action);
}

const root = document.getElementById('root');
if (root === null) throw new Error("index.html has no element with the id 'root'.");

// Nothing is rendered until the first auth state is known (specification, section 2); it takes one look into
// IndexedDB. Whatever goes wrong with it is logged and the app still renders (section 8).
try {
  await startSession(((action: UnknownAction) => dispatchSession(action)) as typeof store.dispatch);
  if (selectSession(store.getState()).status === 'loading') await effects;
} catch (cause) {
  console.error('The session could not be started.', cause);
}
// Without transitions a click answers in the same frame, and a page on its way shows its placeholder at once.
createRoot(root).render(
  <BrowserRouter useTransitions={false}>
    <ShopApp store={store} />
  </BrowserRouter>,
);

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
