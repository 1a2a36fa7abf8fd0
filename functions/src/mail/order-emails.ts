// Which emails a change of an order sends. What they say is in order-email-content.ts.
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

/** The first failed attempts are not worth an email: the next one follows within minutes. */
const DELAYED_AFTER_ATTEMPTS = 3;

/** An email of an order. The id is the same whenever it has the same order and kind. */
interface OrderEmail {
  readonly id: string;
  readonly email: Email;
  /** Whether anybody can cause it at any address without a payment by card. */
  readonly isUnpaid: boolean;
}

/** The emails of a status. A cancellation of the shopper's own is not told: they saw it happen. */
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
 * What a change of an order is emailed about. Emails about money follow the refund, not the status:
 * an admin sets the status `refunded` before anything is sent.
 */
export function emailKinds(before: OrderEmailData | undefined, order: OrderEmailData): OrderEmailKind[] {
  const changed = order.status === before?.status ? undefined : statusKind(before, order);
  const kinds: OrderEmailKind[] = changed === undefined ? [] : [changed];
  if (order.status === 'pending' && order.paymentUrl !== undefined && before?.paymentUrl === undefined)
    kinds.push('unpaid');
  const returned = changedReturn(before, order);
  // What comes of a return that is received is told by the emails about it: a refund, store credit,
  // or the order of the other size.
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

/** The emails that a change of an order sends. */
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

/** The return whose state has changed, if one has. */
function changedReturn(before: OrderEmailData | undefined, { returns = [] }: OrderEmailData) {
  return returns.find(
    ({ number, state }) => before?.returns?.find((each) => each.number === number)?.state !== state,
  );
}

/**
 * A part is known by the sum of all parts, which grows with each of them; a return and a correction
 * by its number, as there may be another.
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

/** A correction of the shopper's own is not told: they saw it happen. */
function isCorrectedByStaff(before: OrderEmailData | undefined, order: OrderEmailData): boolean {
  const { addressCorrections: corrections = [] } = order;
  return (
    corrections.length > (before?.addressCorrections?.length ?? 0) && corrections.at(-1)?.actor === 'admin'
  );
}

function isSent(order: OrderEmailData | undefined): boolean {
  return order !== undefined && areRefundsSent(order);
}

/** Whether the refund failed after an email said that it was sent, or failed several times. */
function isDelayed(order: OrderEmailData | undefined): boolean {
  const refund = order?.refund;
  return (
    refund?.state === 'failed' && (refund.sentAt !== undefined || refund.attempts >= DELAYED_AFTER_ATTEMPTS)
  );
}
