// Discounts by staff on orders that they place. The evaluator treats one as a promotion: at most
// one promotion applies to the items, so an automatic one that saves more wins.
import type { Promotion } from './promotion.ts';

/** A discount on an order, or all of it. */
export interface StaffDiscount {
  /** The discount on the items; absent for an order that is free, including shipping. */
  readonly cents?: number;
  /** Visible to staff. */
  readonly reason: string;
}

const ITEMS = 'staff';
const SHIPPING = 'staff-shipping';

/** True if an applied promotion is a discount by staff, which has no limits. */
export function isStaffPromotion(id: string): boolean {
  return id === ITEMS || id === SHIPPING;
}

/** Converts a discount to promotions. */
export function staffPromotions({ cents }: StaffDiscount): Promotion[] {
  const name = 'Discount from the shop';
  if (cents !== undefined) return [{ id: ITEMS, name, effect: { kind: 'amount', cents }, isStopped: false }];
  return [
    { id: ITEMS, name, effect: { kind: 'percent', percent: 100 }, isStopped: false },
    { id: SHIPPING, name, effect: { kind: 'free-shipping' }, isStopped: false },
  ];
}
