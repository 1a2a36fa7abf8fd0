// Owns which products this browser looked at last, newest first. Kept in local storage, never sent anywhere.
import { readStoredJson, writeStored } from '../../lib/safe-storage.ts';

const STORAGE_KEY = 'recentlyViewed';
const RECENTLY_VIEWED_MAX = 8;

/** The ids, newest first; what is not a short text is dropped. */
export function readRecentlyViewed(): string[] {
  const stored = readStoredJson(STORAGE_KEY);
  if (!Array.isArray(stored)) return [];
  return stored
    .filter((id): id is string => typeof id === 'string' && id.length > 0 && id.length <= 200)
    .slice(0, RECENTLY_VIEWED_MAX);
}

/** Puts a product at the front. */
export function recordRecentlyViewed(id: string): void {
  const others = readRecentlyViewed().filter((other) => other !== id);
  writeStored(STORAGE_KEY, JSON.stringify([id, ...others].slice(0, RECENTLY_VIEWED_MAX)));
}
