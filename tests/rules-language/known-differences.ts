import { readFileSync } from 'node:fs';

/** Reads the cases in which this engine intentionally differs from the recording, with its own verdict by case id. */
export function readKnownDifferences(): ReadonlyMap<string, string> {
  const text = readFileSync(new URL('./known-differences.md', import.meta.url), 'utf8');
  const rows = text.matchAll(/^\| +((?:emu|prod|compile|eval)-\S+) +\| +\S+ +\| +(\S+) +\|/gm);
  return new Map([...rows].map(([, id = '', ours = '']) => [id, ours]));
}
