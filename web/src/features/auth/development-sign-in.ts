// Dev server only (main.tsx): the dashboard of the local stack opens the shop as an account, with a
// custom token in the URL.
import { loadAuth } from '../../firebase/sdk.ts';

const HASH = '#customToken=';

/**
 * Signs in with the custom token in the URL, which is first removed from it. Does nothing without
 * one, or outside the Auth emulator. Rejects with the SDK's error for an invalid token.
 */
export async function signInFromAddress(): Promise<void> {
  if (!location.hash.startsWith(HASH)) return;
  const token = decodeURIComponent(location.hash.slice(HASH.length));
  history.replaceState(history.state, '', location.pathname + location.search);
  const { auth, sdk } = await loadAuth();
  if (auth.emulatorConfig === null) return;
  await sdk.signInWithCustomToken(auth, token);
}
