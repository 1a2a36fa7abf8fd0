import type { OrderErrorDetails } from '@savepoint/model/callables';
import type { BackendError } from '../../firebase/backend-error.ts';

export interface OrderError {
  readonly text: string;
  /** Index of the line item that failed, when one did. */
  readonly line?: number;
}

const LINE_MESSAGES: Readonly<
  Record<OrderErrorDetails['reason'], (available: number | undefined) => string>
> = {
  'unknown-product': () => 'This item is no longer sold. Remove it to go on.',
  'unknown-size': () => 'This size is no longer sold. Pick another one.',
  'size-missing': () => 'Pick a size for this item on its page.',
  'not-for-sale': () => 'This item is not for sale right now. Remove it to go on.',
  'out-of-stock': (available) =>
    available
      ? `Only ${available} left. Order fewer or remove it.`
      : 'Sold out just now. Remove it to go on.',
  'too-many': (available) =>
    available ? `At most ${available} per order.` : 'That is more than one order can hold.',
  'too-many-unpaid': (available) =>
    available
      ? `At most ${available} can be reserved now. Order fewer, or pay your open orders first.`
      : 'As many of this item as can be reserved wait for payment already. Pay or cancel your open orders first.',
  'total-too-large': () => 'This order is larger than we can take at once. Please split it.',
};

const MESSAGES: Readonly<Record<string, string>> = {
  unauthenticated: 'Your session has ended. Sign in again; everything you typed is kept.',
  unavailable: 'We cannot reach the shop. Your details are kept; try again when you are online.',
  'deadline-exceeded': 'The shop took too long to answer. Try again: the same order is never made twice.',
  internal: 'Something broke on our side. Try again: the same order is never made twice.',
  unknown: 'Something broke on our side. Try again: the same order is never made twice.',
};

function isOrderErrorDetails(details: unknown): details is OrderErrorDetails {
  return (
    typeof details === 'object' &&
    details !== null &&
    'reason' in details &&
    String(details.reason) in LINE_MESSAGES
  );
}

/**
 * The message for a failed createOrder, and the line item that it concerns. Unknown codes keep the server's message.
 */
export function toOrderError({ code, message, details }: BackendError): OrderError {
  if (isOrderErrorDetails(details)) {
    const text = LINE_MESSAGES[details.reason](details.available);
    return details.line === undefined ? { text } : { text, line: details.line };
  }
  return { text: MESSAGES[code] ?? message };
}
