// What staff take off an order that they make. It is a promotion for the evaluator: at most one
// promotion applies to the items, so an automatic one that saves more wins.
import type { Promotion } from './promotion.ts';

/** A discount of an order, or all of it. */
export interface StaffDiscount {
  /** Taken off the items; absent for an order that is free of charge, with its shipping. */
  readonly cents?: number;
  /** For staff. */
  readonly reason: string;
}

const ITEMS = 'staff';
const SHIPPING = 'staff-shipping';

/** Whether an applied promotion is a discount of staff, which has no limits. */
export function isStaffPromotion(id: string): boolean {
  return id === ITEMS || id === SHIPPING;
}

/** A discount as promotions. */
export function staffPromotions({ cents }: StaffDiscount): Promotion[] {
  const name = 'Discount from the shop';
  if (cents !== undefined) return [{ id: ITEMS, name, effect: { kind: 'amount', cents }, isStopped: false }];
  return [
    { id: ITEMS, name, effect: { kind: 'percent', percent: 100 }, isStopped: false },
    { id: SHIPPING, name, effect: { kind: 'free-shipping' }, isStopped: false },
  ];
}
