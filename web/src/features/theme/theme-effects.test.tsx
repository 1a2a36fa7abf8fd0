// @vitest-environment jsdom
import { configureStore } from '@reduxjs/toolkit';
import { renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createShopListenerMiddleware } from '../../lib/listener-middleware.ts';
import { listenToTheme, startTheme } from './theme-effects.ts';
import { useTheme } from './theme-provider.tsx';
import { themeChosen, themeReset, themeSlice } from './theme-slice.ts';

let systemIsDark = false;
let tellSystemChanged: () => void = () => {};

beforeEach(() => {
  systemIsDark = false;
  localStorage.clear();
  document.head.innerHTML = '<meta name="theme-color" content="#ffffff">';
  vi.stubGlobal('matchMedia', () => ({
    get matches() {
      return systemIsDark;
    },
    addEventListener: (_: string, listener: () => void) => {
      tellSystemChanged = listener;
    },
    removeEventListener: () => {},
  }));
});
afterEach(() => vi.unstubAllGlobals());

function startedStore() {
  const listener = createShopListenerMiddleware();
  listenToTheme(listener.startListening);
  const store = configureStore({
    reducer: { theme: themeSlice.reducer },
    middleware: (defaults) => defaults().prepend(listener.middleware),
  });
  startTheme(store.dispatch);
  return store;
}

const themeColor = () => document.querySelector('meta[name="theme-color"]')?.getAttribute('content');

describe('theme effects', () => {
  it('marks root and body and colours the frame near-black for dark, white for light', () => {
    const store = startedStore();
    store.dispatch(themeChosen('dark'));
    for (const element of [document.documentElement, document.body]) {
      expect(element.classList.contains('dark')).toBe(true);
      expect(element.getAttribute('data-theme')).toBe('dark');
    }
    expect(themeColor()).toBe('#0b0b14');
    store.dispatch(themeChosen('light'));
    expect(document.documentElement.classList.contains('dark')).toBe(false);
    expect(document.body.getAttribute('data-theme')).toBe('light');
    expect(themeColor()).toBe('#ffffff');
  });

  it('saves a choice under the key theme and removes it on reset', () => {
    const store = startedStore();
    expect(localStorage.getItem('theme')).toBeNull();
    store.dispatch(themeChosen('dark'));
    expect(localStorage.getItem('theme')).toBe('dark');
    store.dispatch(themeReset('light'));
    expect(localStorage.getItem('theme')).toBeNull();
  });

  it('follows the system live until a theme is chosen', () => {
    const store = startedStore();
    systemIsDark = true;
    tellSystemChanged();
    expect(store.getState().theme).toEqual({ theme: 'dark', followsSystem: true });
    store.dispatch(themeChosen('light'));
    tellSystemChanged();
    expect(store.getState().theme.theme).toBe('light');
  });

  it('warns and goes on when storage refuses', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    vi.stubGlobal('localStorage', {
      getItem: () => {
        throw new Error('denied');
      },
      setItem: () => {
        throw new Error('full');
      },
    });
    const store = startedStore();
    store.dispatch(themeChosen('dark'));
    expect(store.getState().theme.theme).toBe('dark');
    expect(warn).toHaveBeenCalledTimes(2);
    warn.mockRestore();
  });

  it('has a hook that throws outside its provider', () => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => {});
    expect(() => renderHook(() => useTheme())).toThrow('useTheme must be used within a ThemeProvider');
    error.mockRestore();
  });
});
