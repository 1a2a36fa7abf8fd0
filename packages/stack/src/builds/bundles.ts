import { bundlePath } from '../config/bundles.ts';

/**
 * Builds what is loaded into firebase-tools and its workers, where the sources have changed.
 * Without the recorders they run and are not recorded.
 */
export function buildBundles(onLine: (line: string) => void): void {
  bundlePath('firebase-tools');
  bundlePath('functions-worker');
  try {
    bundlePath('functions-recorder');
    bundlePath('servers-recorder');
  } catch {
    onLine(
      'The functions and the emulators of firebase-tools are not recorded: packages/event-log does not build.',
    );
  }
}
