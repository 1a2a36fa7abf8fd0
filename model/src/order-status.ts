// Owns the life of an order: one table of who may move an order from which status to which. Functions, rules tests
// and screens read it; nothing else decides.

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
  'refunded',
] as const;

type Status = (typeof ORDER_STATUSES)[number];
export type OrderActor = 'shopper' | 'admin' | 'payment' | 'system';

/** Allowed moves: from, to, and who may make them. */
export const ORDER_TRANSITIONS: readonly {
  readonly from: Status;
  readonly to: Status;
  readonly by: readonly OrderActor[];
}[] = [
  { from: 'pending', to: 'paid', by: ['payment'] },
  { from: 'pending', to: 'cancelled', by: ['shopper', 'admin'] },
  { from: 'pending', to: 'expired', by: ['system', 'payment'] },
  { from: 'paid', to: 'packed', by: ['admin'] },
  { from: 'paid', to: 'cancelled', by: ['shopper', 'admin'] },
  { from: 'packed', to: 'shipped', by: ['admin'] },
  { from: 'shipped', to: 'delivered', by: ['admin', 'system'] },
  { from: 'delivered', to: 'return-requested', by: ['shopper'] },
  { from: 'return-requested', to: 'refunded', by: ['admin'] },
  { from: 'return-requested', to: 'delivered', by: ['admin'] },
  { from: 'packed', to: 'refunded', by: ['admin'] },
  { from: 'shipped', to: 'refunded', by: ['admin'] },
  { from: 'delivered', to: 'refunded', by: ['admin'] },
  { from: 'cancelled', to: 'refunded', by: ['payment', 'system'] },
  { from: 'expired', to: 'refunded', by: ['payment', 'system'] },
];

/** Whether `actor` may move an order from one status to another. */
export function canTransition(from: Status, to: Status, actor: OrderActor): boolean {
  return ORDER_TRANSITIONS.some((move) => move.from === from && move.to === to && move.by.includes(actor));
}

/** The statuses `actor` may move an order to now. */
export function nextStatuses(from: Status, actor: OrderActor): readonly Status[] {
  return ORDER_TRANSITIONS.filter((move) => move.from === from && move.by.includes(actor)).map(
    (move) => move.to,
  );
}

/** What a move does to the stock that the order holds. `sell` makes a reservation final, `release` puts the units back. */
export function stockEffect(from: Status, to: Status): 'none' | 'sell' | 'release' {
  if (to === 'paid') return 'sell';
  if (to === 'cancelled' || to === 'expired') return 'release';
  // Goods that never left, or came back, can be sold again; goods that stay with the shopper cannot.
  if (to === 'refunded' && (from === 'packed' || from === 'return-requested')) return 'release';
  return 'none';
}

/** Whether a move means that the money paid goes back to the shopper. */
export function requiresRefund(from: Status, to: Status): boolean {
  return (
    (from === 'paid' && to === 'cancelled') ||
    (to === 'refunded' && from !== 'cancelled' && from !== 'expired')
  );
}
