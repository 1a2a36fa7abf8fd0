// Validates cart lines and wishlist items without the schema library, which the first page does not load.
// stored-items.test.ts checks that it agrees with the schemas.
import type { CartLine } from './cart-line.ts';
import { IMAGE_URL_LENGTH_MAX, isImageUrl } from './image-url.ts';
import { PRICE_MAX_DOLLARS, QUANTITY_MAX } from './limits.ts';
import type { WishlistItem } from './user.ts';

type Fields = Readonly<Record<string, unknown>>;

function isText(value: unknown, max: number): value is string {
  return typeof value === 'string' && value.length >= 1 && value.length <= max;
}

function isItem({ id, name, image, price }: Fields): boolean {
  return (
    isText(id, 200) &&
    isText(name, 200) &&
    isText(image, IMAGE_URL_LENGTH_MAX) &&
    isImageUrl(image) &&
    typeof price === 'number' &&
    price >= 0 &&
    price <= PRICE_MAX_DOLLARS
  );
}

/** Parses a stored cart line; unknown fields are dropped. Returns undefined when the value is not valid. */
export function parseCartLine(value: unknown): CartLine | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || !isItem(value as Fields))
    return undefined;
  const { id, size, name, image, price, quantity } = value as CartLine;
  if (!Number.isSafeInteger(quantity) || quantity < 1 || quantity > QUANTITY_MAX) return undefined;
  if (size !== undefined && !isText(size, 20)) return undefined;
  return { id, ...(size !== undefined && { size }), name, image, price, quantity };
}

/** Parses a stored wishlist item; unknown fields are dropped. Returns undefined when the value is not valid. */
export function parseWishlistItem(value: unknown): WishlistItem | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || !isItem(value as Fields))
    return undefined;
  const { id, name, image, price, addedAt } = value as WishlistItem;
  return isText(addedAt, 40) ? { id, name, image, price, addedAt } : undefined;
}
