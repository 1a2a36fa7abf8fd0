// The browser shows these sums; functions charge them, computed with the same code.
import { subtotalCents } from './cart.ts';

/** Orders strictly over this ship free with standard delivery (specification, section 1: "on orders over $50"). */
export const FREE_SHIPPING_OVER_CENTS = 5000;

/** Delivery options. `standard` is free over the threshold, `express` never is. */
export const DELIVERY_OPTIONS = [
  {
    id: 'standard',
    name: 'Standard',
    description: '3 to 5 working days',
    cents: 599,
    freeOverThreshold: true,
  },
  { id: 'express', name: 'Express', description: 'Next working day', cents: 1499, freeOverThreshold: false },
] as const;
export type DeliveryId = (typeof DELIVERY_OPTIONS)[number]['id'];

export interface Totals {
  readonly subtotalCents: number;
  readonly shippingCents: number;
  readonly taxCents: number;
  readonly totalCents: number;
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
  const tax = Math.round((subtotal + shipping) * taxRate);
  return {
    subtotalCents: subtotal,
    shippingCents: shipping,
    taxCents: tax,
    totalCents: subtotal + shipping + tax,
  };
}
