// Side effects of the theme: classes and attributes of the page, theme-color, local storage, the
// system preference. Failed reads and writes of storage are warnings (specification, section 8).
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

/** The theme that the operating system prefers. */
export function systemTheme(): Theme {
  return darkPreference().matches ? 'dark' : 'light';
}

/** Sets the class and attribute of root and body, and the theme-color of the browser UI. */
function applyTheme(theme: Theme): void {
  for (const element of [document.documentElement, document.body]) {
    element.classList.toggle('dark', theme === 'dark');
    element.dataset.theme = theme;
  }
  document
    .querySelector('meta[name="theme-color"]')
    ?.setAttribute('content', theme === 'dark' ? THEME_COLOR_DARK : THEME_COLOR_LIGHT);
}

/**
 * Registers the theme's listeners: they apply every change, store a chosen theme and remove it on
 * reset.
 */
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

/**
 * Restores the stored theme, then follows the system preference and other tabs. Returns the
 * unsubscribe function.
 */
export function initTheme(dispatch: (action: { type: string }) => unknown): () => void {
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
