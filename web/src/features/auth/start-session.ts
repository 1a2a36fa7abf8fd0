// Owns how the session begins: from what the identity SDK persisted, then from the SDK itself, which is loaded only
// when somebody was signed in, here or meanwhile in another tab.
import { sessionEnded, sessionStarted } from '../../session/session-slice.ts';
import type { AuthDispatch } from './identity.ts';
import { readPersistedUser } from './persisted-user.ts';

/** The same key identity.ts writes; spelled here so that this file does not pull that one in. */
const SESSION_SIGNAL_KEY: typeof import('./identity.ts').SESSION_SIGNAL_KEY = 'savepoint:session';

async function follow(dispatch: AuthDispatch): Promise<void> {
  try {
    const { followIdentity } = await import('./identity.ts');
    await followIdentity(dispatch);
  } catch (cause) {
    console.error('The identity service could not be loaded.', cause);
  }
}

/** Finds out who is signed in and follows it. Resolves when the first state is known. */
export async function startSession(dispatch: AuthDispatch): Promise<void> {
  window.addEventListener('storage', (event) => {
    if (event.key === SESSION_SIGNAL_KEY) void follow(dispatch);
  });
  const persisted = await readPersistedUser();
  if (persisted === undefined) {
    dispatch(sessionEnded() as never);
    return;
  }
  dispatch(sessionStarted(persisted) as never);
  void follow(dispatch);
}
