import { bundlePath } from '../config/bundles.ts';

/**
 * Builds the bundles that firebase-tools and its workers load, if their sources have changed. If
 * the recorders do not build, the emulators run without being recorded.
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
