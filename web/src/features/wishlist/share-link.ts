// A shared link contains product ids and nothing about the owner; the recipient's browser reads
// names and prices from the catalog.
import { WISHLIST_MAX } from '@savepoint/model/limits';

const PARAMETER = 'items';
const ID_LENGTH_MAX = 200;

/** The path that shows these products as a shared wishlist. */
export function wishlistSharePath(ids: readonly string[]): string {
  return `/wishlist?${PARAMETER}=${ids.map(encodeURIComponent).join(',')}`;
}

/**
 * The distinct product ids of a shared link, at most WISHLIST_MAX; undefined for any other query
 * string. Malformed ids are dropped.
 */
export function parseSharedIds(search: string): readonly string[] | undefined {
  const raw = new RegExp(`[?&]${PARAMETER}=([^&]*)`).exec(search)?.[1];
  if (raw === undefined) return undefined;
  const ids = raw.split(/,|%2C/i).flatMap((part) => {
    try {
      const id = decodeURIComponent(part);
      return id !== '' && id.length <= ID_LENGTH_MAX && !id.includes('/') ? [id] : [];
    } catch {
      return [];
    }
  });
  return [...new Set(ids)].slice(0, WISHLIST_MAX);
}
