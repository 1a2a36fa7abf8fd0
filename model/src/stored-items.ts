// Owns telling whole cart lines and wishlist items from broken ones without a schema library: both are read before the
// first paint, where the library would weigh more than the check. stored-items.test.ts holds it to the schemas.

import type { CartLine } from './cart-line.ts';
import { IMAGE_URL } from './image-url.ts';
import type { WishlistItem } from './user.ts';

const IMAGE_URL_MAX = 2000;
const PRICE_MAX = 100_000;
const ITEM_QUANTITY_MAX = 99;

type Fields = Readonly<Record<string, unknown>>;

function isText(value: unknown, max: number): value is string {
  return typeof value === 'string' && value.length >= 1 && value.length <= max;
}

function isItem({ id, name, image, price }: Fields): boolean {
  return (
    isText(id, 200) &&
    isText(name, 200) &&
    isText(image, IMAGE_URL_MAX) &&
    IMAGE_URL.test(image) &&
    typeof price === 'number' &&
    price >= 0 &&
    price <= PRICE_MAX
  );
}

/** The cart line a stored value is, without fields that are none of a line's; undefined when it is not whole. */
export function parseCartLine(value: unknown): CartLine | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || !isItem(value as Fields))
    return undefined;
  const { id, size, name, image, price, quantity } = value as CartLine;
  if (!Number.isSafeInteger(quantity) || quantity < 1 || quantity > ITEM_QUANTITY_MAX) return undefined;
  if (size !== undefined && !isText(size, 20)) return undefined;
  return { id, ...(size !== undefined && { size }), name, image, price, quantity };
}

/** The wishlist item a stored value is; undefined when it is not whole. */
export function parseWishlistItem(value: unknown): WishlistItem | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || !isItem(value as Fields))
    return undefined;
  const { id, name, image, price, addedAt } = value as WishlistItem;
  return typeof addedAt === 'string' ? { id, name, image, price, addedAt } : undefined;
}
