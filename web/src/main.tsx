// Owns the start of the app in a browser.
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
import { startCart } from './features/cart/cart-listeners.ts';
import { startTheme } from './features/theme/theme-effects.ts';
import { startWishlist } from './features/wishlist/wishlist-listeners.ts';

const store = createStore();
startTheme(store.dispatch);
startCart(store.dispatch);
startWishlist(store.dispatch);

const root = document.getElementById('root');
if (root === null) throw new Error("index.html has no element with the id 'root'.");
// Nothing is rendered until the first auth state is known (specification, section 2); if it cannot be, that is logged
// and the app still renders.
await startSession(store.dispatch).catch((cause: unknown) => console.error('Start-up failed.', cause));
createRoot(root).render(
  <BrowserRouter>
    <ShopApp store={store} />
  </BrowserRouter>,
);
