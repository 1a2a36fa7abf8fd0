import { existsSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join(import.meta.dirname, '..', '..', 'event-log', 'dist');

/**
 * Path of a bundle of packages/event-log: in the output folder of bundles.cjs, or else in the npm
 * package. It may not exist.
 */
export function recorderPath(name: 'firebase-tools' | 'functions-worker'): string {
  const built = join(FOLDER, 'node_modules', `${name}.cjs`);
  return existsSync(built) ? built : join(FOLDER, `${name}.cjs`);
}
