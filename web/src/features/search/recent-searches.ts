// Owns the last things searched for in this browser.
import { readStoredJson, writeStored } from '../../lib/safe-storage.ts';

const STORAGE_KEY = 'recentSearches';
const RECENT_SEARCHES_MAX = 5;

export function readRecentSearches(): string[] {
  const stored = readStoredJson(STORAGE_KEY);
  if (!Array.isArray(stored)) return [];
  return stored
    .filter((term): term is string => typeof term === 'string' && term.length <= 100)
    .slice(0, RECENT_SEARCHES_MAX);
}

/** Puts a term at the front; the same words in another case are the same term. */
export function recordRecentSearch(term: string): void {
  const text = term.trim().slice(0, 100);
  if (text === '') return;
  const others = readRecentSearches().filter((other) => other.toLowerCase() !== text.toLowerCase());
  writeStored(STORAGE_KEY, JSON.stringify([text, ...others].slice(0, RECENT_SEARCHES_MAX)));
}
