/** Whole grams of one item. */
export const GRAMS_MAX = 1_000_000;
/** Units of one cart line. */
export const QUANTITY_MAX = 99;
export const CART_LINES_MAX = 50;
export const WISHLIST_MAX = 200;
/** Addresses saved in an account. */
export const ADDRESSES_MAX = 10;
/** The highest price of a product: 0.01 to 100,000 dollars. */
export const PRICE_MAX_DOLLARS = 100_000;

/** Characters of a document id: a product, a category, an order. */
export const DOCUMENT_ID_MAX_LENGTH = 200;
export const PRODUCT_NAME_MAX_LENGTH = 200;
export const PRODUCT_DESCRIPTION_MAX_LENGTH = 10_000;
export const PRODUCT_IMAGES_MAX = 20;
export const IMAGE_ALT_MAX_LENGTH = 300;
export const PRODUCT_VARIANTS_MAX = 100;
/** Characters of a product's type, such as T-shirt. */
export const PRODUCT_TYPE_MAX_LENGTH = 60;
export const PRODUCT_TAGS_MAX = 30;
export const TAG_MAX_LENGTH = 40;
/** Characters of a variant's size. */
export const SIZE_MAX_LENGTH = 20;
/** Characters of a shopper's name as reviews show it. */
export const USER_NAME_MAX_LENGTH = 100;
/** Categories that can be ordered. */
export const CATEGORIES_MAX = 100;
/** Days in which what an admin deleted can be restored. */
export const RESTORABLE_DAYS = 30;
/** Errors that one importProducts response lists. */
export const IMPORT_ERRORS_MAX = 100;

/** Garment sizes, in display order. */
export const SIZES = ['XS', 'S', 'M', 'L', 'XL', '2XL', '3XL'] as const;
export type Size = (typeof SIZES)[number];

/** How reviewers say that a garment fits. */
export const FITS = ['small', 'true', 'large'] as const;

/** The size guides that a product can have; `none` is a product whose sizes need no guide. */
export const SIZE_GUIDES = ['tee', 'hoodie', 'sleeves', 'gloves', 'none'] as const;
export type SizeGuideType = (typeof SIZE_GUIDES)[number];

/** Characters of a search that is counted. */
export const SEARCH_TEXT_MAX = 60;

/** Searches that the report of a visit has. */
export const VISIT_SEARCHES_MAX = 10;
