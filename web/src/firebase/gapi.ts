// The Firebase Auth SDK loads Google's gapi script for its sign-in popup, unless `window.gapi`
// exists. The kit's Auth emulator serves a shim of it, so that the popup works without a network.
import type { Auth } from 'firebase/auth';

/**
 * Loads the emulator's shim of gapi. Without an emulator, or if it has no shim, the SDK will load
 * Google's. Never rejects.
 */
export function preloadGapi({ emulatorConfig }: Auth): Promise<void> {
  if (emulatorConfig === null || 'gapi' in window) return Promise.resolve();
  const { protocol, host, port } = emulatorConfig;
  const script = document.createElement('script');
  script.src = `${protocol}://${host}:${port}/emulator/auth/api.js`;
  document.head.append(script);
  return new Promise((resolve) => {
    script.onload = () => resolve();
    script.onerror = () => resolve();
  });
}
