// The last viewed products of this browser. Stored locally only.
import { readStoredJson, writeStored } from '../../lib/safe-storage.ts';

const STORAGE_KEY = 'recentlyViewed';
const RECENTLY_VIEWED_MAX = 8;

/** Ids of the last viewed products, newest first; malformed entries are dropped. */
export function readRecentlyViewed(): string[] {
  const stored = readStoredJson(STORAGE_KEY);
  if (!Array.isArray(stored)) return [];
  return stored
    .filter((id): id is string => typeof id === 'string' && id.length > 0 && id.length <= 200)
    .slice(0, RECENTLY_VIEWED_MAX);
}

/** Moves a product to the front of the list. */
export function recordRecentlyViewed(id: string): void {
  const others = readRecentlyViewed().filter((other) => other !== id);
  writeStored(STORAGE_KEY, JSON.stringify([id, ...others].slice(0, RECENTLY_VIEWED_MAX)));
}
