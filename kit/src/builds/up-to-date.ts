// Owns the question whether something built is younger than everything it was built from. It must not build.
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** True when the built file exists and no source (file, or folder with all below it) is younger. */
export function isUpToDate(built: string, sources: readonly string[]): boolean {
  if (!existsSync(built)) return false;
  const builtAt = statSync(built).mtimeMs;
  return sources.every((source) => !existsSync(source) || newestModification(source) <= builtAt);
}

function newestModification(path: string): number {
  const own = statSync(path);
  if (!own.isDirectory()) return own.mtimeMs;
  const entries = readdirSync(path, { recursive: true, withFileTypes: true });
  const times = entries.map((entry) => statSync(join(entry.parentPath, entry.name)).mtimeMs);
  return Math.max(own.mtimeMs, ...times);
}
