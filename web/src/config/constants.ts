// Owns the shop's numbers that are neither money nor model: waits, limits and thresholds (specification, section 9).
// Knows nothing of how they are used.

/** All data operations: attempts in all, first wait, doubled each time. */
export const RETRY_ATTEMPTS = 3;
export const RETRY_BASE_DELAY_MS = 1000;
export const CONNECTIVITY_PROBE_TIMEOUT_MS = 3000;
/** One reachability probe answers for every operation that starts within this time. */
export const CONNECTIVITY_PROBE_SHARED_MS = 30_000;
export const ROUTE_PREFETCH_DELAY_MS = 100;
export const NAV_SHADOW_SCROLL_PX = 10;
export const CART_DROPDOWN_LINES = 3;
export const PRODUCTS_PER_PAGE = 24;
/** Theme colours of the browser's own frame: near-black for dark, white for light. */
export const THEME_COLOR_DARK = '#0b0b14';
export const THEME_COLOR_LIGHT = '#ffffff';

export const SHOP_NAME = 'Savepoint';
export const SHOP_TAGLINE = 'Your destination for premium gaming merchandise.';
