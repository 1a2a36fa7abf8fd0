// Owns the link that shows a wishlist to others. It carries product ids and nothing of its owner; names and prices are
// read from the catalogue by whoever opens it.
import { WISHLIST_MAX } from '@savepoint/model/limits';

const PARAMETER = 'items';
const ID_LENGTH_MAX = 200;

/** The path that shows these products. */
export function wishlistSharePath(ids: readonly string[]): string {
  return `/wishlist?${PARAMETER}=${ids.map(encodeURIComponent).join(',')}`;
}

/** The ids a shared link carries, each once; undefined when the address is no shared link. */
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
