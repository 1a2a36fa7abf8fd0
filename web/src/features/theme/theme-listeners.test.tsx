// @vitest-environment jsdom
import { configureStore, createListenerMiddleware } from '@reduxjs/toolkit';
import { renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AppDispatch, RootState } from '../../app/store.ts';
import { initTheme, listenToTheme } from './theme-listeners.ts';
import { useTheme } from './theme-provider.tsx';
import { themeChosen, themeReset, themeSlice } from './theme-slice.ts';

let systemIsDark = false;
let emitSystemChange: () => void = () => {};

beforeEach(() => {
  systemIsDark = false;
  localStorage.clear();
  document.head.innerHTML = '<meta name="theme-color" content="#ffffff">';
  vi.stubGlobal('matchMedia', () => ({
    get matches() {
      return systemIsDark;
    },
    addEventListener: (_: string, listener: () => void) => {
      emitSystemChange = listener;
    },
    removeEventListener: () => {},
  }));
});
afterEach(() => vi.unstubAllGlobals());

function createTestStore() {
  const listener = createListenerMiddleware();
  listenToTheme(listener.startListening.withTypes<RootState, AppDispatch>());
  const store = configureStore({
    reducer: { theme: themeSlice.reducer },
    middleware: (defaults) => defaults().prepend(listener.middleware),
  });
  initTheme(store.dispatch);
  return store;
}

const themeColor = () => document.querySelector('meta[name="theme-color"]')?.getAttribute('content');

describe('the theme listeners', () => {
  it('set the class and attribute of root and body, and a near-black or white theme-color', () => {
    const store = createTestStore();
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

  it('store a chosen theme under the key theme and remove it on reset', () => {
    const store = createTestStore();
    expect(localStorage.getItem('theme')).toBeNull();
    store.dispatch(themeChosen('dark'));
    expect(localStorage.getItem('theme')).toBe('dark');
    store.dispatch(themeReset('light'));
    expect(localStorage.getItem('theme')).toBeNull();
  });

  it('follow changes of the system theme until a theme is chosen', () => {
    const store = createTestStore();
    systemIsDark = true;
    emitSystemChange();
    expect(store.getState().theme).toEqual({ theme: 'dark', followsSystem: true });
    store.dispatch(themeChosen('light'));
    emitSystemChange();
    expect(store.getState().theme.theme).toBe('light');
  });

  it('warn and apply the theme when local storage throws', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    vi.stubGlobal('localStorage', {
      getItem: () => {
        throw new Error('denied');
      },
      setItem: () => {
        throw new Error('full');
      },
    });
    const store = createTestStore();
    store.dispatch(themeChosen('dark'));
    expect(store.getState().theme.theme).toBe('dark');
    expect(warn).toHaveBeenCalledTimes(2);
    warn.mockRestore();
  });
});

describe('useTheme', () => {
  it('throws outside of a ThemeProvider', () => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => {});
    expect(() => renderHook(() => useTheme())).toThrow('useTheme must be used within a ThemeProvider');
    error.mockRestore();
  });
});
