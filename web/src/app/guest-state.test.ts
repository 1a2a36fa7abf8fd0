// @vitest-environment jsdom
// Question: is the guest of the server the one that a new browser begins with? Where they differ, pages render twice.
import { expect, test } from 'vitest';
import { sessionEnded } from '../session/session-slice.ts';
import { GUEST_STATE } from './guest-state.ts';
import { createStore } from './store.ts';

test('a new browser begins as the guest that pages are rendered for, but asks for consent', () => {
  localStorage.clear();
  const { store } = createStore();
  store.dispatch(sessionEnded());
  const state = store.getState();
  for (const [slice, guest] of Object.entries(GUEST_STATE)) {
    const expected = slice === 'consent' ? '"unknown"' : JSON.stringify(guest);
    expect(JSON.stringify(state[slice as keyof typeof state]), slice).toBe(expected);
  }
});
