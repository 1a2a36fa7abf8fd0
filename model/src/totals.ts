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
  readonly subtotalCents: number;
  readonly shippingCents: number;
  readonly taxCents: number;
  readonly totalCents: number;
}

/**
 * All sums of an order, in cents. `taxRate` is a fraction (0.2 is 20 %) on goods and shipping, 0
 * unless configured.
 */
export function priceOrder(
  lines: readonly { readonly price: number; readonly quantity: number }[],
  option: Pick<DeliveryOption, 'cents'>,
  taxRate = 0,
): Totals {
  const subtotal = subtotalCents(lines);
  const shipping = subtotal === 0 ? 0 : option.cents;
  const tax = multiplyCents(subtotal + shipping, taxRate);
  return {
    subtotalCents: subtotal,
    shippingCents: shipping,
    taxCents: tax,
    totalCents: subtotal + shipping + tax,
  };
}
