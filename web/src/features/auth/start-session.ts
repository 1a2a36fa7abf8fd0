// Restores the session from the Firebase Auth SDK's persisted user, and then follows the SDK. The
// SDK is loaded only if somebody was signed in, here or meanwhile in another tab, or if that cannot
// be known without it.
import { DATA_OWNER_KEY } from '../../lib/device-data.ts';
import { sessionEnded, sessionStarted } from '../../session/session-slice.ts';
import type { AuthDispatch } from './identity.ts';
import { readPersistedSession } from './persisted-user.ts';

/**
 * Follows session changes from another tab, or from while this page was in the back/forward cache.
 */
async function syncSession(dispatch: AuthDispatch, wasErased: boolean): Promise<void> {
  try {
    await (await import('./identity.ts')).syncSession(dispatch, wasErased);
  } catch (cause) {
    console.error('The session of the other tabs could not be followed.', cause);
  }
}

/**
 * Loads the SDK and dispatches its auth state, now and on every change. False if it could not be
 * loaded.
 */
async function followSdk(dispatch: AuthDispatch): Promise<boolean> {
  try {
    const { followAuthState } = await import('./identity.ts');
    await followAuthState(dispatch);
    return true;
  } catch (cause) {
    console.error('The Firebase Auth SDK could not be loaded.', cause);
    return false;
  }
}

/**
 * Restores the session and follows it. Resolves when the first auth state has been dispatched: at
 * once if the persisted user can be read, or if it is certain that there is none; otherwise after
 * the SDK has loaded.
 */
export async function startSession(dispatch: AuthDispatch): Promise<void> {
  window.addEventListener('storage', (event) => {
    if (event.key === DATA_OWNER_KEY) void syncSession(dispatch, event.newValue === '');
  });
  window.addEventListener('pageshow', (event) => {
    if (event.persisted) void syncSession(dispatch, false);
  });
  const persisted = await readPersistedSession();
  if (persisted.status === 'signed-in') {
    dispatch(sessionStarted(persisted.user));
    void followSdk(dispatch);
  } else if (persisted.status === 'signed-out' || !(await followSdk(dispatch))) {
    dispatch(sessionEnded());
  }
}
