import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The paths of all files below a folder, except in folders with these names, with the hashes of
 * their contents.
 */
export function hashFiles(
  folder: string,
  skipped: readonly string[] = ['node_modules'],
): Record<string, string> {
  return Object.fromEntries(
    readdirSync(folder, { withFileTypes: true }).flatMap((entry): [string, string][] => {
      const path = join(folder, entry.name);
      if (skipped.includes(entry.name)) return [];
      if (entry.isDirectory()) return Object.entries(hashFiles(path, skipped));
      return [[path, createHash('sha256').update(readFileSync(path)).digest('hex')]];
    }),
  );
}
