// The browser shows these sums, and functions charge them, with the same code.
import { subtotalCents } from './cart.ts';
import { multiplyCents } from './money.ts';

export const DELIVERY_NAMES = { standard: 'Standard', express: 'Express' } as const;
export type DeliveryId = keyof typeof DELIVERY_NAMES;

/**
 * A delivery method for an address: its price for one parcel (shipping.ts), and the working days
 * between dispatch and arrival.
 */
export interface DeliveryOption {
  readonly id: DeliveryId;
  readonly workingDays: { readonly min: number; readonly max: number };
  readonly cents: number;
}

export interface Totals {
  /** Before discounts. */
  readonly subtotalCents: number;
  /** The discount on the lines. */
  readonly discountCents?: number;
  /** After discounts. */
  readonly shippingCents: number;
  readonly taxCents: number;
  readonly totalCents: number;
}

/** The discounts, from `evaluatePromotions`. */
interface DiscountCents {
  /** By line, for all its units. */
  readonly lineCents: readonly number[];
  readonly shippingCents: number;
}
const NO_DISCOUNTS: DiscountCents = { lineCents: [], shippingCents: 0 };

/**
 * All sums of an order, in cents. `taxRate` is a fraction (0.2 is 20 %) of goods and shipping after
 * discounts, 0 unless configured.
 */
export function priceOrder(
  lines: readonly { readonly price: number; readonly quantity: number }[],
  option: Pick<DeliveryOption, 'cents'>,
  taxRate = 0,
  discounts: DiscountCents = NO_DISCOUNTS,
): Totals {
  const subtotal = subtotalCents(lines);
  const discount = discounts.lineCents.reduce((sum, cents) => sum + cents, 0);
  const shipping = subtotal === 0 ? 0 : option.cents - discounts.shippingCents;
  const tax = multiplyCents(subtotal - discount + shipping, taxRate);
  return {
    subtotalCents: subtotal,
    ...(discount > 0 && { discountCents: discount }),
    shippingCents: shipping,
    taxCents: tax,
    totalCents: subtotal - discount + shipping + tax,
  };
}
