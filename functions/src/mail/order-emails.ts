// Selects the emails for a change of an order. Their content is in order-email-content.ts.
import { areRefundsSent, decidedRefundCents } from '@savepoint/model/order-changes';
import { creditedCents } from '@savepoint/model/store-credit';
import { type Email, renderEmail } from './email.ts';
import type { MailShop } from './email-content.ts';
import {
  isPaid,
  isPart,
  isTrusted,
  type OrderEmailData,
  type OrderEmailKind,
  orderEmailContent,
} from './order-email-content.ts';

/** The first failed attempts do not deserve an email: the next one follows within minutes. */
const DELAYED_AFTER_ATTEMPTS = 3;

/** An email about an order. The id is derived from the order and the kind. */
interface OrderEmail {
  readonly id: string;
  readonly email: Email;
  /** True if anybody can trigger it at any address without a card payment. */
  readonly isUnpaid: boolean;
}

/** The emails of a status. A cancellation by the shopper sends none: they saw it happen. */
function statusKind(
  before: OrderEmailData | undefined,
  { status, timeline }: OrderEmailData,
): OrderEmailKind | undefined {
  switch (status) {
    case 'paid':
      return before?.status === 'packed' ? undefined : status;
    case 'shipped':
    case 'expired':
      return status;
    case 'cancelled':
      return timeline?.at(-1)?.actor === 'admin' ? status : undefined;
    case 'delivered':
      return before?.status === 'shipped' ? status : undefined;
    default:
      return undefined;
  }
}

/**
 * The kinds of emails for a change of an order. Emails about money follow the refund, not the
 * status: staff set the status `refunded` before anything is sent.
 */
export function emailKinds(before: OrderEmailData | undefined, order: OrderEmailData): OrderEmailKind[] {
  const changed = order.status === before?.status ? undefined : statusKind(before, order);
  const kinds: OrderEmailKind[] = changed === undefined ? [] : [changed];
  if (order.status === 'pending' && order.paymentUrl !== undefined && before?.paymentUrl === undefined)
    kinds.push('unpaid');
  const returned = changedReturn(before, order);
  // Emails about a refund, store credit or the exchange order cover the outcome of a received
  // return.
  if (returned !== undefined && returned.state !== 'received') kinds.push(`return-${returned.state}`);
  if (isCorrectedByStaff(before, order)) kinds.push('address-corrected');
  const edits = order.edits?.length ?? 0;
  if (edits > (before?.edits?.length ?? 0)) kinds.push('edited');
  else if (before?.pendingEdit && !order.pendingEdit && order.status === 'paid') kinds.push('edit-ended');
  if (order.pendingEdit?.paymentUrl !== undefined && before?.pendingEdit?.paymentUrl === undefined)
    kinds.push('edit-unpaid');
  if (isSent(order) && !isSent(before)) kinds.push(isPart(order) ? 'refunded-part' : 'refunded');
  if (isDelayed(order) && !isDelayed(before)) kinds.push('refund-delayed');
  const isCredited = creditedCents(order) > (before === undefined ? 0 : creditedCents(before));
  if (isPaid(order) && isCredited && !order.isGuest) kinds.push('credited');
  return kinds;
}

/** The emails for a change of an order. */
export function orderEmails(
  orderId: string,
  before: OrderEmailData | undefined,
  order: OrderEmailData,
  shop: MailShop,
): OrderEmail[] {
  return emailKinds(before, order).map((kind) => ({
    id: emailId(orderId, kind, order, before),
    email: renderEmail(orderEmailContent(orderId, kind, order, shop.url, changedReturn(before, order)), shop),
    isUnpaid: !isTrusted(order),
  }));
}

/** The return with a changed state, if any. */
function changedReturn(before: OrderEmailData | undefined, { returns = [] }: OrderEmailData) {
  return returns.find(
    ({ number, state }) => before?.returns?.find((each) => each.number === number)?.state !== state,
  );
}

/**
 * A part is identified by the sum of all parts, which grows with each of them; a return and a
 * correction by its number, because there may be several.
 */
function emailId(
  orderId: string,
  kind: OrderEmailKind,
  order: OrderEmailData,
  before: OrderEmailData | undefined,
): string {
  const { addressCorrections } = order;
  if (kind === 'edited') return `${orderId}-${kind}-${order.edits?.length}`;
  if (kind === 'edit-unpaid') return `${orderId}-${kind}-${order.pendingEdit?.id}`;
  if (kind === 'edit-ended') return `${orderId}-${kind}-${before?.pendingEdit?.id}`;
  if (kind === 'address-corrected') return `${orderId}-${kind}-${addressCorrections?.length}`;
  if (kind === 'credited') return `${orderId}-${kind}-${order.creditReturnedCents}`;
  if (kind === 'refunded-part') return `${orderId}-${kind}-${decidedRefundCents(order)}`;
  if (kind.startsWith('return-')) return `${orderId}-${kind}-${changedReturn(before, order)?.number}`;
  return `${orderId}-${kind}`;
}

/** A correction by the shopper sends no email: they saw it happen. */
function isCorrectedByStaff(before: OrderEmailData | undefined, order: OrderEmailData): boolean {
  const { addressCorrections: corrections = [] } = order;
  return (
    corrections.length > (before?.addressCorrections?.length ?? 0) && corrections.at(-1)?.actor === 'admin'
  );
}

function isSent(order: OrderEmailData | undefined): boolean {
  return order !== undefined && areRefundsSent(order);
}

/** True if the refund failed after an email said that it was sent, or failed several times. */
function isDelayed(order: OrderEmailData | undefined): boolean {
  const refund = order?.refund;
  return (
    refund?.state === 'failed' && (refund.sentAt !== undefined || refund.attempts >= DELAYED_AFTER_ATTEMPTS)
  );
}
