// Owns what the shopper reads when the server refuses an order, and at which line.
import type { OrderErrorDetails } from '@savepoint/model/callables';
import type { BackendError } from '../../firebase/backend-error.ts';

export interface Refusal {
  readonly text: string;
  /** Index of the line that failed, when one did. */
  readonly line?: number;
}

const LINE_TEXTS: Readonly<Record<OrderErrorDetails['reason'], (available: number | undefined) => string>> = {
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
  'total-too-large': () => 'This order is larger than we can take at once. Please split it.',
};

const TEXTS: Readonly<Record<string, string>> = {
  unauthenticated: 'Your session has ended. Sign in again; everything you typed is kept.',
  unavailable: 'We cannot reach the shop. Your details are kept; try again when you are online.',
  'deadline-exceeded': 'The shop took too long to answer. Try again: the same order is never made twice.',
  internal: 'Something broke on our side. Try again: the same order is never made twice.',
  unknown: 'Something broke on our side. Try again: the same order is never made twice.',
};

function isRefusal(details: unknown): details is OrderErrorDetails {
  return (
    typeof details === 'object' &&
    details !== null &&
    'reason' in details &&
    String(details.reason) in LINE_TEXTS
  );
}

/** A problem of createOrder in the shopper's words. */
export function explainRefusal({ code, message, details }: BackendError): Refusal {
  if (isRefusal(details)) {
    const text = LINE_TEXTS[details.reason](details.available);
    return details.line === undefined ? { text } : { text, line: details.line };
  }
  return { text: TEXTS[code] ?? message };
}
