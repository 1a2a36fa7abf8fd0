// Only in the dev server (main.tsx): the dashboard of the local stack opens the shop as an account
// with a custom token in the address.
import { loadAuth } from '../../firebase/sdk.ts';

const HASH = '#customToken=';

/**
 * Signs in with the custom token of the address, which is removed from it before anything else
 * reads it. Does nothing without one, and with anything but the Auth emulator. Rejects with the
 * SDK's error for a token that is not valid.
 */
export async function signInFromAddress(): Promise<void> {
  if (!location.hash.startsWith(HASH)) return;
  const token = decodeURIComponent(location.hash.slice(HASH.length));
  history.replaceState(history.state, '', location.pathname + location.search);
  const { auth, sdk } = await loadAuth();
  if (auth.emulatorConfig === null) return;
  await sdk.signInWithCustomToken(auth, token);
}
