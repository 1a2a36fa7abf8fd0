// @vitest-environment jsdom
import { configureStore } from '@reduxjs/toolkit';
import { createRoot } from 'react-dom/client';
import { Provider } from 'react-redux';
import { expect, it, vi } from 'vitest';
import { stackApi } from '../api/stack-api.ts';
import { UnloadedFunctions } from './unloaded-functions.tsx';

it('UnloadedFunctions shows which codebase is not loaded, why, and what to do', async () => {
  const unloaded = { reason: 'There is no firebase-functions', remedy: 'Run: npm install' };
  const backends = [{ functionTriggers: [] }, { codebase: 'api', functionTriggers: [], unloaded }];
  vi.stubGlobal('fetch', async () => Response.json({ backends }));
  const store = configureStore({
    reducer: { [stackApi.reducerPath]: stackApi.reducer },
    middleware: (defaults) => defaults().concat(stackApi.middleware),
  });
  const container = document.createElement('div');
  const root = createRoot(container);
  try {
    root.render(
      <Provider store={store}>
        <UnloadedFunctions />
      </Provider>,
    );
    await vi.waitFor(() =>
      expect([...container.querySelectorAll('[role=alert]')].map(({ textContent }) => textContent)).toEqual([
        'The functions of codebase api are not loaded: There is no firebase-functions. Run: npm install',
      ]),
    );
  } finally {
    root.unmount();
    vi.unstubAllGlobals();
  }
});
