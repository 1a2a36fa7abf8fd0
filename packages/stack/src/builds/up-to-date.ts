import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Returns whether the build output exists and is newer than all sources: files, or folders with
 * everything below them. Missing sources are ignored.
 */
export function isUpToDate(output: string, sources: readonly string[]): boolean {
  if (!existsSync(output)) return false;
  const builtAt = statSync(output).mtimeMs;
  return sources.every((source) => !existsSync(source) || newestModification(source) <= builtAt);
}

function newestModification(path: string): number {
  const own = statSync(path);
  if (!own.isDirectory()) return own.mtimeMs;
  const entries = readdirSync(path, { recursive: true, withFileTypes: true });
  const times = entries.map((entry) => statSync(join(entry.parentPath, entry.name)).mtimeMs);
  return Math.max(own.mtimeMs, ...times);
}
