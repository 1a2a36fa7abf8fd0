// Owns reading the list of differences chosen on purpose from choices.md, where each has its reason.
import { readFileSync } from 'node:fs';

/** The cases in which this engine decides otherwise than the record, with its own verdict. */
export function readKnownDifferences(): ReadonlyMap<string, string> {
  const text = readFileSync(new URL('./known-differences.md', import.meta.url), 'utf8');
  const rows = text.matchAll(/^\| +((?:emu|prod|compile|eval)-\S+) +\| +\S+ +\| +(\S+) +\|/gm);
  return new Map([...rows].map(([, id = '', ours = '']) => [id, ours]));
}
