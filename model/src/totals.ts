// The browser shows these sums; functions charge them, computed with the same code.
import { subtotalCents } from './cart.ts';
import { multiplyCents } from './money.ts';

/** Orders strictly over this ship free with standard delivery (specification, section 1: "on orders over $50"). */
export const FREE_SHIPPING_OVER_CENTS = 5000;

/** Delivery options; `workingDays` are those between the day on which a parcel leaves and its arrival. `standard` is free over the threshold, `express` never is. */
export const DELIVERY_OPTIONS = [
  {
    id: 'standard',
    name: 'Standard',
    description: '3 to 5 working days',
    workingDays: { min: 3, max: 5 },
    cents: 599,
    freeOverThreshold: true,
  },
  {
    id: 'express',
    name: 'Express',
    description: 'Next working day',
    workingDays: { min: 1, max: 1 },
    cents: 1499,
    freeOverThreshold: false,
  },
] as const;
export type DeliveryId = (typeof DELIVERY_OPTIONS)[number]['id'];

export interface Totals {
  readonly subtotalCents: number;
  readonly shippingCents: number;
  readonly taxCents: number;
  readonly totalCents: number;
}

/** What the browser must know to show what will be charged: /checkout-settings.json. */
export interface CheckoutSettings {
  /** A fraction, for `priceOrder`. */
  readonly taxRate: number;
}

/** Shipping for a subtotal, in cents; 0 for an empty cart. */
export function shippingCents(subtotal: number, delivery: DeliveryId): number {
  const option = DELIVERY_OPTIONS.find((candidate) => candidate.id === delivery);
  if (option === undefined) throw new Error(`Unknown delivery option '${delivery}'.`);
  if (subtotal === 0) return 0;
  return option.freeOverThreshold && subtotal > FREE_SHIPPING_OVER_CENTS ? 0 : option.cents;
}

/** All sums of an order, in cents. `taxRate` is a fraction (0.2 is 20 %) on goods and shipping, 0 unless configured. */
export function priceOrder(
  lines: readonly { readonly price: number; readonly quantity: number }[],
  delivery: DeliveryId,
  taxRate = 0,
): Totals {
  const subtotal = subtotalCents(lines);
  const shipping = shippingCents(subtotal, delivery);
  const tax = multiplyCents(subtotal + shipping, taxRate);
  return {
    subtotalCents: subtotal,
    shippingCents: shipping,
    taxCents: tax,
    totalCents: subtotal + shipping + tax,
  };
}
