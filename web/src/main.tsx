// Owns the start of the app in a browser.
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import './styles/tokens.css';
import './styles/fonts.css';
import './styles/base.css';
import './styles/components.css';
import './styles/layout.css';
import { ShopApp } from './app/shop-app.tsx';
import { checkStartup } from './app/startup-check.ts';
import { createStore } from './app/store.ts';
import { startSession } from './features/auth/start-session.ts';
import { startCart } from './features/cart/cart-listeners.ts';
import { readConsent } from './features/consent/consent-slice.ts';
import { createPageTag } from './features/conversion/conversion-tag.ts';
import { startTheme } from './features/theme/theme-effects.ts';
import { startWishlist } from './features/wishlist/wishlist-listeners.ts';

const tag = createPageTag(import.meta.env.VITE_CONVERSION_TAG_URL);
const consent = readConsent();
if (consent === 'granted') tag.grant();
if (consent === 'denied') tag.refuse();

const store = createStore(tag);
startTheme(store.dispatch);
startCart(store.dispatch);
startWishlist(store.dispatch);

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
createRoot(root).render(
  <BrowserRouter useTransitions={false}>
    <ShopApp store={store} tag={tag} />
  </BrowserRouter>,
);

/** After the first paint: what nobody waits for. */
const whenIdle = window.requestIdleCallback ?? ((run: () => void) => setTimeout(run, 1000));
whenIdle(() => {
  void checkStartup();
  if (import.meta.env.PROD && 'serviceWorker' in navigator) {
    navigator.serviceWorker.register('/service-worker.js').catch((cause: unknown) => {
      console.warn('The shop will not work offline.', cause);
    });
  }
});
