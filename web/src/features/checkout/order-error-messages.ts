import type { OrderErrorDetails } from '@savepoint/model/callables';
import type { PromotionRefusal } from '@savepoint/model/promotion-refusal';
import type { Totals } from '@savepoint/model/totals';
import type { BackendError } from '../../firebase/backend-error.ts';

export interface OrderError {
  readonly reason?: OrderErrorDetails['reason'];
  readonly text: string;
  /** Index of the failed line, if any. */
  readonly line?: number;
  /** The current totals, if they are the reason. */
  readonly totals?: Totals;
  /** Why the code does not apply, if that is the reason. */
  readonly refusal?: PromotionRefusal;
}

const LINE_MESSAGES: Readonly<
  Record<Exclude<OrderErrorDetails['reason'], 'code-refused'>, (available: number | undefined) => string>
> = {
  'unknown-product': () => 'This item is no longer sold. Remove it to continue.',
  'unknown-size': () => 'This size is no longer sold. Choose another one.',
  'size-missing': () => 'Choose a size for this item on its page.',
  'not-for-sale': () => 'This item is not for sale right now. Remove it to continue.',
  'out-of-stock': (available) =>
    available
      ? `Only ${available} left. Order fewer or remove it.`
      : 'This item has just sold out. Remove it to continue.',
  'too-many': (available) =>
    available ? `At most ${available} per order.` : 'That is more than one order can hold.',
  'too-many-unpaid': (available) =>
    available
      ? `At most ${available} can be ordered right now. Change the quantity in your cart.`
      : 'Unpaid orders from your network hold as many of this item as can be reserved. Try again in half an hour.',
  drop: (available) =>
    available
      ? `The drop gave you ${available}. Order no more than that.`
      : 'This item is sold in a drop, and none of its units waits for you. Remove it to continue.',
  'total-changed': () =>
    'The price of an item in your order has changed. Please check the new total below, then pay.',
  'credit-changed': () =>
    'Your store credit has changed. Please check what is left to pay below, then order again.',
  'already-paid': () => 'You have already paid for this order, so it was not placed again.',
  'total-too-small': () => 'This order costs too little to be paid by card. Add something to your cart.',
  'total-too-large': () => 'This order is larger than we can take at once. Please split it.',
};

const MESSAGES: Readonly<Record<string, string>> = {
  unauthenticated: 'Your session has ended. Log in again; everything you entered is kept.',
  unavailable: 'We cannot reach the shop. Your details are kept; try again when you are online.',
  'deadline-exceeded': 'The shop took too long to respond. Try again: your order will not be placed twice.',
  internal: 'Something went wrong on our side. Try again: your order will not be placed twice.',
  unknown: 'Something went wrong on our side. Try again: your order will not be placed twice.',
};

function isOrderErrorDetails(details: unknown): details is OrderErrorDetails {
  return (
    typeof details === 'object' &&
    details !== null &&
    'reason' in details &&
    (details.reason === 'code-refused' || String(details.reason) in LINE_MESSAGES)
  );
}

/**
 * The message for a failed createOrder, and the affected line. Unknown codes keep the server's
 * message.
 */
export function toOrderError({ code, message, details }: BackendError): OrderError {
  if (isOrderErrorDetails(details)) {
    const text =
      details.reason === 'code-refused'
        ? `${message} Check the total without it, then pay.`
        : LINE_MESSAGES[details.reason](details.available);
    return {
      reason: details.reason,
      text,
      ...(details.line !== undefined && { line: details.line }),
      ...(details.totals !== undefined && { totals: details.totals }),
      ...(details.refusal !== undefined && { refusal: details.refusal }),
    };
  }
  return { text: MESSAGES[code] ?? message };
}
