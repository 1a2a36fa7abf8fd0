// The state machine of a return: some units of an order that its shopper sends back. The only
// definition of who may change which state to which; an order may have several returns.
import type { ORDER_STATUSES, OrderActor } from './order-status.ts';

/** Every state that a return can have. */
export const RETURN_STATES = ['requested', 'approved', 'declined', 'received', 'closed'] as const;
export type ReturnState = (typeof RETURN_STATES)[number];

/** States of a return that need further action. */
export const OPEN_RETURN_STATES = ['requested', 'approved'] as const satisfies readonly ReturnState[];
export type OpenReturnState = (typeof OPEN_RETURN_STATES)[number];

/** Allowed transitions and the actors that may make them; `from` is undefined for a new return. */
export const RETURN_TRANSITIONS: readonly {
  readonly from: ReturnState | undefined;
  readonly to: ReturnState;
  readonly by: OrderActor;
}[] = [
  { from: undefined, to: 'requested', by: 'shopper' },
  // Agreed on by phone, for instance.
  { from: undefined, to: 'approved', by: 'admin' },
  { from: 'requested', to: 'approved', by: 'admin' },
  { from: 'requested', to: 'declined', by: 'admin' },
  { from: 'approved', to: 'received', by: 'admin' },
  // The parcel never came.
  { from: 'approved', to: 'closed', by: 'admin' },
];

/** Tells whether `actor` may change a return's state from `from` to `to`. */
export function canChangeReturn(from: ReturnState | undefined, to: ReturnState, actor: OrderActor): boolean {
  return RETURN_TRANSITIONS.some((each) => each.from === from && each.to === to && each.by === actor);
}

/** True if units of an order of this status can be returned. */
export function canReturn(status: (typeof ORDER_STATUSES)[number]): boolean {
  return status === 'shipped' || status === 'delivered';
}

/** Reasons for a return. */
export const RETURN_REASONS = [
  'too-small',
  'too-large',
  'faulty',
  'wrong-item',
  'looks-different',
  'changed-mind',
  'other',
] as const;
export type ReturnReason = (typeof RETURN_REASONS)[number];

/** What a shopper gets for returned units. */
export const RETURN_OUTCOMES = ['exchange', 'credit', 'refund'] as const;
export type ReturnOutcome = (typeof RETURN_OUTCOMES)[number];

export const RETURN_REASON_NAMES: Readonly<Record<ReturnReason, string>> = {
  'too-small': 'Too small',
  'too-large': 'Too large',
  faulty: 'Damaged or faulty',
  'wrong-item': 'Not what was ordered',
  'looks-different': 'Looks different than expected',
  'changed-mind': 'Not wanted after all',
  other: 'Something else',
};

export const RETURN_OUTCOME_NAMES: Readonly<Record<ReturnOutcome, string>> = {
  exchange: 'Another size',
  credit: 'Store credit',
  refund: 'Money back',
};
