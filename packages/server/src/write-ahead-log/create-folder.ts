import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Creates a folder and those above it where they are missing. Throws the system's error. In
 * contrast to mkdirSync with `recursive`, it ends where the file system denies the existence of a
 * folder that it does not let anybody create (/proc).
 */
export function createFolder(folder: string): void {
  try {
    mkdirSync(folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' && statSync(folder).isDirectory()) return;
    const parent = dirname(folder);
    if (code !== 'ENOENT' || existsSync(parent)) throw error;
    createFolder(parent);
    mkdirSync(folder);
  }
}
