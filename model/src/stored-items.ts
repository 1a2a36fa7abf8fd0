// Reads carts and wishlists stored by browsers and accounts. Every first page does so, therefore
// without the schema library, which would be a twentieth of its scripts: stored-items.test.ts
// compares the outcome with the schemas.
import type { CartLine } from './cart-line.ts';
import { IMAGE_URL_LENGTH_MAX, isImageUrl } from './image-url.ts';
import {
  DOCUMENT_ID_MAX_LENGTH,
  PRICE_MAX_DOLLARS,
  PRODUCT_NAME_MAX_LENGTH,
  QUANTITY_MAX,
  SIZE_MAX_LENGTH,
} from './limits.ts';
import type { WishlistItem } from './wishlist-item.ts';

const ADDED_AT_MAX_LENGTH = 40;

type Stored = Readonly<Record<string, unknown>>;

const isText = (value: unknown, max: number): value is string =>
  typeof value === 'string' && value.length > 0 && value.length <= max;
const isNumber = (value: unknown, min: number, max: number): value is number =>
  typeof value === 'number' && value >= min && value <= max;

/** The common fields of cart lines and wishlist items; undefined if one is invalid. */
function readProduct({ id, name, image, price }: Stored) {
  return isText(id, DOCUMENT_ID_MAX_LENGTH) &&
    isText(name, PRODUCT_NAME_MAX_LENGTH) &&
    isText(image, IMAGE_URL_LENGTH_MAX) &&
    isImageUrl(image) &&
    isNumber(price, 0, PRICE_MAX_DOLLARS)
    ? { id, name, image, price }
    : undefined;
}

const isRecord = (value: unknown): value is Stored =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Parses a line of CartLineSchema and drops unknown fields; undefined for anything else. */
export function readStoredLine(stored: unknown): CartLine | undefined {
  if (!isRecord(stored)) return undefined;
  const product = readProduct(stored);
  const { size, quantity } = stored;
  if (product === undefined || !isNumber(quantity, 1, QUANTITY_MAX) || !Number.isInteger(quantity))
    return undefined;
  if (size === undefined) return { ...product, quantity };
  return isText(size, SIZE_MAX_LENGTH) ? { ...product, size, quantity } : undefined;
}

/** Parses an item of WishlistItemSchema and drops unknown fields; undefined for anything else. */
export function readStoredItem(stored: unknown): WishlistItem | undefined {
  if (!isRecord(stored)) return undefined;
  const product = readProduct(stored);
  return product !== undefined && isText(stored.addedAt, ADDED_AT_MAX_LENGTH)
    ? { ...product, addedAt: stored.addedAt }
    : undefined;
}
