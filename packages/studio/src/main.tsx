import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Provider } from 'react-redux';
import { App } from './app/app.tsx';
import { createStore } from './app/store.ts';
import { applyStoredTheme } from './app/theme.ts';
import { locationChanged, selectLocation } from './navigation/location-slice.ts';
import { currentLocation } from './navigation/navigation.tsx';
import { confirmLeaving } from './navigation/unsaved-changes.ts';
import './styles.css';

applyStoredTheme();
const store = createStore();
const syncLocation = () => store.dispatch(locationChanged(currentLocation()));
syncLocation();
window.addEventListener('popstate', () => {
  const shown = selectLocation(store.getState());
  // The browser has already changed the address, which is restored if the page stays.
  if (shown.pathname !== window.location.pathname && !confirmLeaving())
    history.pushState(null, '', `${shown.pathname}${shown.search}`);
  else syncLocation();
});

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <Provider store={store}>
      <App />
    </Provider>
  </StrictMode>,
);
