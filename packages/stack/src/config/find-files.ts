import { globSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';

/**
 * The files that match a pattern such as `src/*.ts`, also through symbolic links, as sorted paths
 * relative to the folder, with `/`. None of installed packages, nor of a name that begins with a
 * dot.
 */
export function findFiles(folder: string, pattern: string): string[] {
  return globSync(pattern, { cwd: folder, followSymlinks: true, exclude: ['**/node_modules', '**/venv'] })
    .filter((name) => statSync(join(folder, name), { throwIfNoEntry: false })?.isFile())
    .map((name) => name.replaceAll(sep, '/'))
    .sort();
}
