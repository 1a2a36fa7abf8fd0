/** Units of one product in one order, all sizes together. */
export const PRODUCT_UNITS_MAX = 99;
/** Units in one order. */
export const ORDER_UNITS_MAX = 300;
/** The smallest amount a payment can have (Stripe docs, "Minimum and maximum charge amounts"). */
export const PAYMENT_CENTS_MIN = 50;
/** The largest amount a payment can have. */
export const ORDER_TOTAL_CENTS_MAX = 99_999_999;
/**
 * How long an unpaid order reserves its stock. A Stripe Checkout Session cannot expire in less than
 * 30 minutes.
 */
export const RESERVATION_MINUTES = 35;

/**
 * Corrections of an order's address by its shopper, and the same number by staff: each is stored in
 * the order's document.
 */
export const ADDRESS_CORRECTIONS_MAX = 20;

/** The share of a product's units that one account may hold in unpaid orders. */
const UNPAID_SHARE_MAX = 0.25;
/** The minimum that may be held, however small the share: a family buys the last ones at once. */
const UNPAID_UNITS_MIN = 5;
/**
 * The multiple of an account's share that one network may hold: households, schools and mobile
 * carriers share an address.
 */
const UNPAID_ACCOUNTS_PER_NETWORK = 2;

/**
 * The units of a product, all sizes together, that one account or network may hold in unpaid orders
 * when `available` units are for sale, including those already held. Without a limit, one account
 * could empty a limited edition without paying. Example: of 24 units an account may hold 6, a
 * network 12; of 400 units 100 and 200.
 */
export function unpaidUnitsMax(available: number, holder: 'account' | 'network'): number {
  const share = Math.max(UNPAID_UNITS_MIN, Math.floor(available * UNPAID_SHARE_MAX));
  return holder === 'account' ? share : share * UNPAID_ACCOUNTS_PER_NETWORK;
}
