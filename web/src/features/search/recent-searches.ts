import { cutText } from '@savepoint/model/cut-text';
import { readStoredJson, writeStored } from '../../lib/safe-storage.ts';

const STORAGE_KEY = 'recentSearches';
const RECENT_SEARCHES_MAX = 5;

/** The last search terms of this browser, newest first; malformed entries are dropped. */
export function readRecentSearches(): string[] {
  const stored = readStoredJson(STORAGE_KEY);
  if (!Array.isArray(stored)) return [];
  return stored
    .filter((term): term is string => typeof term === 'string' && term.length <= 100)
    .slice(0, RECENT_SEARCHES_MAX);
}

/** Moves a term to the front of the list; terms are compared case-insensitively. */
export function recordRecentSearch(term: string): void {
  const text = cutText(term.trim(), 100);
  if (text === '') return;
  const others = readRecentSearches().filter((other) => other.toLowerCase() !== text.toLowerCase());
  writeStored(STORAGE_KEY, JSON.stringify([text, ...others].slice(0, RECENT_SEARCHES_MAX)));
}
