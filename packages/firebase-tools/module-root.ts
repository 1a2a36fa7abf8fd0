import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The folder of the package with this name that contains a file; empty if none does. */
export function findModuleRoot(name: string, file: string): string {
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    if (packageName(folder) === name) return folder;
    if (folder === dirname(folder)) return '';
  }
}

function packageName(folder: string): string | undefined {
  try {
    return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).name;
  } catch {
    return undefined;
  }
}
