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

/** Length of a document id: a product, a category, an order. */
export const DOCUMENT_ID_MAX_LENGTH = 200;
export const PRODUCT_NAME_MAX_LENGTH = 200;
export const PRODUCT_DESCRIPTION_MAX_LENGTH = 10_000;
export const PRODUCT_IMAGES_MAX = 20;
export const IMAGE_ALT_MAX_LENGTH = 300;
export const PRODUCT_VARIANTS_MAX = 100;
/** Length of a product's type, such as T-shirt. */
export const PRODUCT_TYPE_MAX_LENGTH = 60;
export const PRODUCT_TAGS_MAX = 30;
export const TAG_MAX_LENGTH = 40;
export const SIZE_MAX_LENGTH = 20;
/** Length of a shopper's name in reviews. */
export const USER_NAME_MAX_LENGTH = 100;
/** Categories that `orderCategories` accepts. */
export const CATEGORIES_MAX = 100;
/** Days in which a deletion can be undone. */
export const RESTORABLE_DAYS = 30;
/** Errors listed in one importProducts response. */
export const IMPORT_ERRORS_MAX = 100;

/** Garment sizes, in display order. */
export const SIZES = ['XS', 'S', 'M', 'L', 'XL', '2XL', '3XL'] as const;
export type Size = (typeof SIZES)[number];

/** How a garment fits, according to reviewers. */
export const FITS = ['small', 'true', 'large'] as const;

/** The size guides of products; `none` is for products whose sizes need no guide. */
export const SIZE_GUIDES = ['tee', 'hoodie', 'sleeves', 'gloves', 'none'] as const;
export type SizeGuideType = (typeof SIZE_GUIDES)[number];

/** Length of a search that is counted. */
export const SEARCH_TEXT_MAX = 60;

/** Searches in the report of a visit. */
export const VISIT_SEARCHES_MAX = 10;
