// The browser shows these sums; functions charge them, computed with the same code.
import { subtotalCents } from './cart.ts';
import { multiplyCents } from './money.ts';
import type { PromotionTerms } from './promotion.ts';

/**
 * Orders within the United States strictly over this ship free with standard delivery
 * (specification, section 1: "on orders over $50").
 */
export const FREE_SHIPPING_OVER_CENTS = 5000;

export const DELIVERY_NAMES = { standard: 'Standard', express: 'Express' } as const;
export type DeliveryId = keyof typeof DELIVERY_NAMES;

/**
 * What a way of delivery costs to one zone, and how long it takes: the working days between the day
 * on which a parcel leaves and its arrival.
 */
export interface DeliveryOption {
  readonly id: DeliveryId;
  readonly workingDays: { readonly min: number; readonly max: number };
  readonly cents: number;
  readonly freeOverThreshold: boolean;
}

/**
 * Delivery to the mainland of the United States. Apart from the other zones, because the cart and
 * the page of a product show no other.
 */
export const DOMESTIC_DELIVERY: Readonly<Record<DeliveryId, DeliveryOption>> = {
  standard: { id: 'standard', workingDays: { min: 3, max: 5 }, cents: 599, freeOverThreshold: true },
  express: { id: 'express', workingDays: { min: 1, max: 1 }, cents: 1499, freeOverThreshold: false },
};

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

/** What the browser must know to show what will be charged: /checkout-settings.json. */
export interface CheckoutSettings {
  /** A fraction, for `priceOrder`. */
  readonly taxRate: number;
  /** The automatic ones that are not used up. */
  readonly promotions: readonly PromotionTerms[];
}

/** Shipping for a subtotal, in cents; 0 for an empty cart. */
export function shippingCents(subtotal: number, option: DeliveryOption): number {
  if (subtotal === 0) return 0;
  return option.freeOverThreshold && subtotal > FREE_SHIPPING_OVER_CENTS ? 0 : option.cents;
}

/**
 * All sums of an order, in cents. `taxRate` is a fraction (0.2 is 20 %) on what goods and shipping
 * cost after discounts, 0 unless configured.
 */
export function priceOrder(
  lines: readonly { readonly price: number; readonly quantity: number }[],
  option: DeliveryOption,
  taxRate = 0,
  discounts: DiscountCents = NO_DISCOUNTS,
): Totals {
  const subtotal = subtotalCents(lines);
  const discount = discounts.lineCents.reduce((sum, cents) => sum + cents, 0);
  const shipping = shippingCents(subtotal, option) - discounts.shippingCents;
  const tax = multiplyCents(subtotal - discount + shipping, taxRate);
  return {
    subtotalCents: subtotal,
    ...(discount > 0 && { discountCents: discount }),
    shippingCents: shipping,
    taxCents: tax,
    totalCents: subtotal - discount + shipping + tax,
  };
}
