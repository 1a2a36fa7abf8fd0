import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Whether the build output exists and no source (a file, or a folder with everything below it) is
 * newer. Missing sources are ignored.
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
