// No schema library here: the first page's code imports this file.

/** Units of one cart line. */
export const QUANTITY_MAX = 99;
export const CART_LINES_MAX = 50;
export const WISHLIST_MAX = 200;

/** Characters of a document id: a product, a category, an order. */
export const DOCUMENT_ID_MAX_LENGTH = 200;
export const PRODUCT_NAME_MAX_LENGTH = 200;
export const PRODUCT_DESCRIPTION_MAX_LENGTH = 10_000;
export const PRODUCT_IMAGES_MAX = 20;
export const IMAGE_ALT_MAX_LENGTH = 300;
export const PRODUCT_VARIANTS_MAX = 100;
/** Characters of a variant's size. */
export const SIZE_MAX_LENGTH = 20;
/** Characters of a shopper's name as reviews show it. */
export const USER_NAME_MAX_LENGTH = 100;
/** Errors that one importProducts response lists. */
export const IMPORT_ERRORS_MAX = 100;

/** Garment sizes in the order a size picker shows them. */
export const SIZES = ['XS', 'S', 'M', 'L', 'XL', '2XL', '3XL'] as const;
export type Size = (typeof SIZES)[number];

/** How a garment can fit, by those who wear it. */
export const FITS = ['small', 'true', 'large'] as const;
