import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Replaces the content of a file atomically; on failure the file keeps its content. */
export function writeFileAtomically(file: string, content: string, mode?: number): void {
  const fresh = `${file}.${process.pid}`;
  mkdirSync(dirname(file), { recursive: true });
  try {
    // A killed process with the same id may have left a temporary file with another mode.
    rmSync(fresh, { force: true });
    writeFileSync(fresh, content, { mode });
    renameSync(fresh, file);
  } finally {
    rmSync(fresh, { force: true });
  }
}
