// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { sessionEnded } from '../session/session-slice.ts';
import { SSR_PRELOADED_STATE } from './ssr-preloaded-state.ts';
import { createStore } from './store.ts';

describe('SSR_PRELOADED_STATE', () => {
  // Each slice that differs renders twice when a page is hydrated.
  it('equals the state of a new browser in every slice but consent', () => {
    localStorage.clear();
    const store = createStore();
    store.dispatch(sessionEnded());
    const state = store.getState();
    for (const [slice, preloaded] of Object.entries(SSR_PRELOADED_STATE)) {
      const expected = slice === 'consent' ? '"unknown"' : JSON.stringify(preloaded);
      expect(JSON.stringify(state[slice as keyof typeof state]), slice).toBe(expected);
    }
  });
});
