import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The paths of all files below a folder, without installed packages, with the hashes of their
 * contents.
 */
export function hashFiles(folder: string): Record<string, string> {
  return Object.fromEntries(
    readdirSync(folder, { withFileTypes: true }).flatMap((entry): [string, string][] => {
      const path = join(folder, entry.name);
      if (entry.name === 'node_modules') return [];
      if (entry.isDirectory()) return Object.entries(hashFiles(path));
      return [[path, createHash('sha256').update(readFileSync(path)).digest('hex')]];
    }),
  );
}
