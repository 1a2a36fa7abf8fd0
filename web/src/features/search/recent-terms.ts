// Owns the last things searched for in this browser.
import { readStoredJson, writeStored } from '../../lib/safe-storage.ts';

const STORAGE_KEY = 'recentSearches';
const KEPT_MAX = 5;

export function readRecentTerms(): string[] {
  const stored = readStoredJson(STORAGE_KEY);
  if (!Array.isArray(stored)) return [];
  return stored
    .filter((term): term is string => typeof term === 'string' && term.length <= 100)
    .slice(0, KEPT_MAX);
}

/** Puts a term at the front; the same words in another case are the same term. */
export function rememberTerm(term: string): void {
  const text = term.trim().slice(0, 100);
  if (text === '') return;
  const others = readRecentTerms().filter((other) => other.toLowerCase() !== text.toLowerCase());
  writeStored(STORAGE_KEY, JSON.stringify([text, ...others].slice(0, KEPT_MAX)));
}
