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
import { startTheme } from './features/theme/theme-effects.ts';

const store = createStore();
startTheme(store.dispatch);

const root = document.getElementById('root');
if (root === null) throw new Error("index.html has no element with the id 'root'.");
createRoot(root).render(
  <BrowserRouter>
    <ShopApp store={store} />
  </BrowserRouter>,
);
