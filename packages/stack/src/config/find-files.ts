import { globSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';

/**
 * The files that match a pattern such as `src/*.ts`, as sorted paths relative to the folder, with
 * `/`. Follows symbolic links; skips node_modules and names that begin with a dot.
 */
export function findFiles(folder: string, pattern: string): string[] {
  return globSync(pattern, { cwd: folder, followSymlinks: true, exclude: ['**/node_modules', '**/venv'] })
    .filter((name) => statSync(join(folder, name), { throwIfNoEntry: false })?.isFile())
    .map((name) => name.replaceAll(sep, '/'))
    .sort();
}
