import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Creates a folder and its missing parents. Throws the system's error. Unlike mkdirSync with
 * `recursive`, it terminates when the file system denies the existence of a folder that nobody can
 * create (/proc).
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
