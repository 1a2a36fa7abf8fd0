// The state machine of an order: the only place that says who may change which status to which.

/** Every status an order can have. A new order is always `pending` (specification, section 4). */
export const ORDER_STATUSES = [
  'pending',
  'paid',
  'packed',
  'shipped',
  'delivered',
  'cancelled',
  'expired',
  'return-requested',
  'return-approved',
  'refunded',
  'refund-failed',
] as const;

type Status = (typeof ORDER_STATUSES)[number];
export type OrderActor = 'shopper' | 'admin' | 'payment' | 'system';

/** Allowed transitions and the actors that may make them. */
export const ORDER_TRANSITIONS: readonly {
  readonly from: Status;
  readonly to: Status;
  readonly by: readonly OrderActor[];
}[] = [
  // Staff: it was paid in another way.
  { from: 'pending', to: 'paid', by: ['payment', 'admin'] },
  { from: 'pending', to: 'cancelled', by: ['shopper', 'admin'] },
  { from: 'pending', to: 'expired', by: ['system', 'payment'] },
  { from: 'paid', to: 'packed', by: ['admin'] },
  { from: 'paid', to: 'cancelled', by: ['shopper', 'admin'] },
  { from: 'packed', to: 'shipped', by: ['admin'] },
  // Marked by mistake: the customer may cancel again.
  { from: 'packed', to: 'paid', by: ['admin'] },
  { from: 'shipped', to: 'delivered', by: ['admin', 'system'] },
  { from: 'delivered', to: 'return-requested', by: ['shopper'] },
  { from: 'return-requested', to: 'return-approved', by: ['admin'] },
  { from: 'return-requested', to: 'refunded', by: ['admin'] },
  { from: 'return-requested', to: 'delivered', by: ['admin'] },
  { from: 'return-approved', to: 'refunded', by: ['admin'] },
  // The parcel never came.
  { from: 'return-approved', to: 'delivered', by: ['admin'] },
  { from: 'packed', to: 'refunded', by: ['admin'] },
  { from: 'shipped', to: 'refunded', by: ['admin'] },
  { from: 'delivered', to: 'refunded', by: ['admin'] },
  { from: 'cancelled', to: 'refunded', by: ['payment', 'system'] },
  { from: 'expired', to: 'refunded', by: ['payment', 'system'] },
  // A refund can fail days after the provider accepted it, and is sent again.
  { from: 'refunded', to: 'refund-failed', by: ['payment', 'system'] },
  { from: 'refund-failed', to: 'refunded', by: ['payment', 'system'] },
];

/** Statuses of orders with a return under way. */
export const RETURN_STATUSES: readonly Status[] = ['return-requested', 'return-approved'];

/**
 * The permission that a transition of the shop needs: handling parcels, or deciding about money.
 */
export function transitionPermission(from: Status, to: Status): 'fulfilOrders' | 'refundOrders' {
  const isUnpacked = from === 'packed' && to === 'paid';
  return to === 'packed' || isUnpacked || to === 'shipped' || (from === 'shipped' && to === 'delivered')
    ? 'fulfilOrders'
    : 'refundOrders';
}

/**
 * Whether a part of the payment of an order of this status may be refunded, and the order goes on.
 */
export function canRefundPart(status: Status): boolean {
  return PAID.includes(status);
}

/** Paid for, and neither cancelled nor refunded since. */
const PAID: readonly Status[] = [
  'paid',
  'packed',
  'shipped',
  'delivered',
  'return-requested',
  'return-approved',
];

/** Whether `actor` may change an order's status from `from` to `to`. */
export function canTransition(from: Status, to: Status, actor: OrderActor): boolean {
  return ORDER_TRANSITIONS.some(
    (transition) => transition.from === from && transition.to === to && transition.by.includes(actor),
  );
}

/** The statuses that `actor` may change an order to. */
export function nextStatuses(from: Status, actor: OrderActor): readonly Status[] {
  return ORDER_TRANSITIONS.filter(
    (transition) => transition.from === from && transition.by.includes(actor),
  ).map((transition) => transition.to);
}

/** Statuses whose units are in the warehouse, or on their way back to it. */
const RETURNS_UNITS: readonly Status[] = ['packed', 'return-requested', 'return-approved'];

const PURCHASED_STATUSES: readonly unknown[] = [
  'paid',
  'packed',
  'shipped',
  'delivered',
  'return-requested',
  'return-approved',
];

/** Whether an order of this status is a purchase: paid, and not cancelled or refunded since. */
export function isPurchase(status: unknown): boolean {
  return PURCHASED_STATUSES.includes(status);
}

const SHIPPED_STATUSES: readonly unknown[] = ['shipped', 'delivered', 'return-requested', 'return-approved'];

/**
 * Whether the shopper may review what an order of this status contains: it has been sent to them,
 * and not refunded since.
 */
export function isReviewable(status: unknown): boolean {
  return SHIPPED_STATUSES.includes(status);
}

/**
 * What a transition does to reserved stock, unless the shop decides otherwise: `sell` makes the
 * reservation final, `release` returns the units.
 */
export function stockEffect(from: Status, to: Status): 'none' | 'sell' | 'release' {
  if (from === 'pending' && to === 'paid') return 'sell';
  if (to === 'cancelled' || to === 'expired') return 'release';
  // Units that never left the warehouse or came back can be sold again; units that the shopper
  // keeps cannot.
  if (to === 'refunded' && RETURNS_UNITS.includes(from)) return 'release';
  return 'none';
}

/** Whether a transition refunds the payment. */
export function requiresRefund(from: Status, to: Status): boolean {
  return (
    (from === 'paid' && to === 'cancelled') ||
    (to === 'refunded' && from !== 'cancelled' && from !== 'expired' && from !== 'refund-failed')
  );
}
