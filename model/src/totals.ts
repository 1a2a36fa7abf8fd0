// The browser shows these sums; functions charge them, computed with the same code.
import { subtotalCents } from './cart.ts';
import { multiplyCents } from './money.ts';

export const DELIVERY_NAMES = { standard: 'Standard', express: 'Express' } as const;
export type DeliveryId = keyof typeof DELIVERY_NAMES;

/**
 * A way of delivery to an address: what it costs for one parcel (shipping.ts), and the working days
 * between the day on which the parcel leaves and its arrival.
 */
export interface DeliveryOption {
  readonly id: DeliveryId;
  readonly workingDays: { readonly min: number; readonly max: number };
  readonly cents: number;
}

export interface Totals {
  /** Before discounts. */
  readonly subtotalCents: number;
  /** Taken off the lines; absent when nothing is. */
  readonly discountCents?: number;
  /** After discounts. */
  readonly shippingCents: number;
  readonly taxCents: number;
  readonly totalCents: number;
}

/** What promotions take off; `evaluatePromotions` finds it. */
interface DiscountCents {
  /** By line, for all of its units. */
  readonly lineCents: readonly number[];
  readonly shippingCents: number;
}
const NO_DISCOUNTS: DiscountCents = { lineCents: [], shippingCents: 0 };

/**
 * All sums of an order, in cents. `taxRate` is a fraction (0.2 is 20 %) on what goods and shipping
 * cost after discounts, 0 unless configured.
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
