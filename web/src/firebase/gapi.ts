// Owns the script behind Google's window on a developer's machine. The SDK fetches it from Google and is content when it
// is there already; the kit's Auth emulator has a stand-in for it, so that the window works without a network.
import type { Auth } from 'firebase/auth';

/** Resolves when the stand-in is in the page; without an emulator, or with one that has none, the SDK fetches Google's. */
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
