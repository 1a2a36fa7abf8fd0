// Owns the bounds and orders that schemas and screens share. No schema library here: screens read it before the first paint.

/** Units of one cart line. */
export const QUANTITY_MAX = 99;
export const CART_LINES_MAX = 50;
export const WISHLIST_MAX = 200;

/** Garment sizes in the order a size picker shows them. */
export const SIZES = ['XS', 'S', 'M', 'L', 'XL', '2XL', '3XL'] as const;
export type Size = (typeof SIZES)[number];

/** How a garment can fit, by those who wear it. */
export const FITS = ['small', 'true', 'large'] as const;
