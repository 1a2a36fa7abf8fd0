// Owns what a theme does outside the store: the page's markers and theme colour, the saved choice, the system's
// preference. Failures to read or save are warnings (specification, section 8).
import { isAnyOf } from '@reduxjs/toolkit';
import { THEME_COLOR_DARK, THEME_COLOR_LIGHT } from '../../config/constants.ts';
import type { StartListening } from '../../lib/listener-middleware.ts';
import { readStored, removeStored, writeStored } from '../../lib/safe-storage.ts';
import {
  systemThemeChanged,
  type Theme,
  type ThemeState,
  themeChosen,
  themeReset,
  themeRestored,
  themeToggled,
} from './theme-slice.ts';

const STORAGE_KEY = 'theme';

function darkPreference(): MediaQueryList {
  return matchMedia('(prefers-color-scheme: dark)');
}

/** What the system prefers now. */
export function systemTheme(): Theme {
  return darkPreference().matches ? 'dark' : 'light';
}

/** Marks root and body and colours the browser's frame. */
export function applyTheme(theme: Theme): void {
  for (const element of [document.documentElement, document.body]) {
    element.classList.toggle('dark', theme === 'dark');
    element.dataset.theme = theme;
  }
  document
    .querySelector('meta[name="theme-color"]')
    ?.setAttribute('content', theme === 'dark' ? THEME_COLOR_DARK : THEME_COLOR_LIGHT);
}

/** Applies every change of the theme, saves choices and forgets them on reset. */
export function listenToTheme(start: StartListening): void {
  start({
    matcher: isAnyOf(themeRestored, themeChosen, themeToggled, themeReset, systemThemeChanged),
    effect: (action, { getState }) => {
      const { theme, followsSystem } = (getState() as { theme: ThemeState }).theme;
      applyTheme(theme);
      if (themeReset.match(action)) removeStored(STORAGE_KEY);
      else if (!followsSystem && !themeRestored.match(action)) writeStored(STORAGE_KEY, theme);
    },
  });
}

/** Restores the theme and follows the system's changes from then on. Answers the function that stops following. */
export function startTheme(dispatch: (action: { type: string }) => unknown): () => void {
  dispatch(themeRestored({ saved: readStored(STORAGE_KEY), system: systemTheme() }));
  const preference = darkPreference();
  const onChange = () => dispatch(systemThemeChanged(systemTheme()));
  const onStorage = (event: StorageEvent) => {
    if (event.key === STORAGE_KEY) dispatch(themeRestored({ saved: event.newValue, system: systemTheme() }));
  };
  preference.addEventListener('change', onChange);
  addEventListener('storage', onStorage);
  return () => {
    preference.removeEventListener('change', onChange);
    removeEventListener('storage', onStorage);
  };
}
