// The state machine of an order: the only definition of who may change which status to which.

/** Every status an order can have. A new order is always `pending` (specification, section 4). */
export const ORDER_STATUSES = [
  'pending',
  'paid',
  'packed',
  'shipped',
  'delivered',
  'cancelled',
  'expired',
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
  // Staff recorded another payment method.
  { from: 'pending', to: 'paid', by: ['payment', 'admin'] },
  { from: 'pending', to: 'cancelled', by: ['shopper', 'admin'] },
  { from: 'pending', to: 'expired', by: ['system', 'payment'] },
  { from: 'paid', to: 'packed', by: ['admin'] },
  { from: 'paid', to: 'cancelled', by: ['shopper', 'admin'] },
  { from: 'packed', to: 'shipped', by: ['admin'] },
  // Packed by mistake: the customer may cancel again.
  { from: 'packed', to: 'paid', by: ['admin'] },
  { from: 'shipped', to: 'delivered', by: ['admin', 'system'] },
  { from: 'packed', to: 'refunded', by: ['admin'] },
  { from: 'shipped', to: 'refunded', by: ['admin'] },
  { from: 'delivered', to: 'refunded', by: ['admin'] },
  { from: 'cancelled', to: 'refunded', by: ['payment', 'system'] },
  { from: 'expired', to: 'refunded', by: ['payment', 'system'] },
  // A refund can fail days after the provider accepted it, and is sent again.
  { from: 'refunded', to: 'refund-failed', by: ['payment', 'system'] },
  { from: 'refund-failed', to: 'refunded', by: ['payment', 'system'] },
];

/** The permission that a transition by staff needs: handling parcels, or deciding about money. */
export function transitionPermission(from: Status, to: Status): 'fulfilOrders' | 'refundOrders' {
  const isUnpacked = from === 'packed' && to === 'paid';
  return to === 'packed' || isUnpacked || to === 'shipped' || (from === 'shipped' && to === 'delivered')
    ? 'fulfilOrders'
    : 'refundOrders';
}

/**
 * True if the payment of an order of this status may be partially refunded without ending the
 * order.
 */
export function canRefundPart(status: Status): boolean {
  return PAID.includes(status);
}

/** Paid for, and not canceled or refunded since. */
const PAID: readonly Status[] = ['paid', 'packed', 'shipped', 'delivered'];

/** Tells whether `actor` may change an order's status from `from` to `to`. */
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

/** True if an order of this status is a purchase: paid, and not canceled or refunded since. */
export function isPurchase(status: unknown): boolean {
  return (PAID as readonly unknown[]).includes(status);
}

/**
 * True if the shopper may review the products of an order of this status: shipped, and not refunded
 * since.
 */
export function isReviewable(status: unknown): boolean {
  return status === 'shipped' || status === 'delivered';
}

/**
 * The default effect of a transition on reserved stock: `sell` makes the reservation final,
 * `release` returns the units.
 */
export function stockEffect(from: Status, to: Status): 'none' | 'sell' | 'release' {
  if (from === 'pending' && to === 'paid') return 'sell';
  if (to === 'cancelled' || to === 'expired') return 'release';
  // Units that never left the warehouse can be sold again. Units that the shopper keeps cannot, and
  // returned ones are restocked with their return.
  if (from === 'packed' && to === 'refunded') return 'release';
  return 'none';
}

/** True if a transition refunds the payment. */
export function requiresRefund(from: Status, to: Status): boolean {
  return (
    (from === 'paid' && to === 'cancelled') ||
    (to === 'refunded' && from !== 'cancelled' && from !== 'expired' && from !== 'refund-failed')
  );
}
