import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Replaces the content of a file at once, or leaves it as it is when that fails. */
export function writeFileAtomically(file: string, content: string, mode?: number): void {
  const fresh = `${file}.${process.pid}`;
  mkdirSync(dirname(file), { recursive: true });
  try {
    // A process of this id that was killed may have left one, with another mode.
    rmSync(fresh, { force: true });
    writeFileSync(fresh, content, { mode });
    renameSync(fresh, file);
  } finally {
    rmSync(fresh, { force: true });
  }
}
