// Delays, limits and thresholds of the specification, section 9. Those for money and orders are in
// the model.

/** Attempts of a data operation, including the first one. */
export const RETRY_ATTEMPTS = 3;
/** Before the second attempt; doubled for each later one. */
export const RETRY_BASE_DELAY_MS = 1000;
export const CONNECTIVITY_PROBE_TIMEOUT_MS = 3000;
/** All operations that start within this time share one reachability probe. */
export const CONNECTIVITY_PROBE_SHARED_MS = 30_000;
export const ROUTE_PREFETCH_DELAY_MS = 100;
export const NAV_SHADOW_SCROLL_PX = 10;
export const CART_DROPDOWN_LINES = 3;
export const PRODUCTS_PER_PAGE = 24;
/** The `theme-color` of the browser's own interface: near-black for dark, white for light. */
export const THEME_COLOR_DARK = '#0b0b14';
export const THEME_COLOR_LIGHT = '#ffffff';

export const SHOP_NAME = 'Savepoint';
