// Must not import the schema library: the first page loads this file.

/** Units of one cart line. */
export const QUANTITY_MAX = 99;
export const CART_LINES_MAX = 50;
export const WISHLIST_MAX = 200;
/** Addresses saved in an account. */
export const ADDRESSES_MAX = 10;
/** The highest price of a product: 0.01 to 100,000 dollars. */
export const PRICE_MAX_DOLLARS = 100_000;

/** Garment sizes, in display order. */
export const SIZES = ['XS', 'S', 'M', 'L', 'XL', '2XL', '3XL'] as const;
export type Size = (typeof SIZES)[number];

/** How reviewers say that a garment fits. */
export const FITS = ['small', 'true', 'large'] as const;
