import type { AppliedPromotion } from '@savepoint/model/evaluate-promotions';
import { formatCents, toCents } from '@savepoint/model/money';
import type { OrderLine, OrderRefund, OrderStatus, TimelineEntry } from '@savepoint/model/order';
import { orderNumber } from '@savepoint/model/order-number';
import { dueCents, refundableCents } from '@savepoint/model/store-credit';
import { type Email, renderEmail } from './email.ts';

/** The first failed attempts are not worth an email: the next one follows within minutes. */
const DELAYED_AFTER_ATTEMPTS = 3;

/** The fields of an order that its emails show. */
export interface OrderEmailData {
  readonly email?: string;
  readonly lines: readonly OrderLine[];
  readonly promotions?: readonly AppliedPromotion[];
  readonly subtotalCents: number;
  readonly discountCents?: number;
  readonly shippingCents: number;
  readonly taxCents: number;
  readonly totalCents: number;
  readonly creditCents?: number;
  readonly creditReturnedCents?: number;
  readonly refundedCents?: number;
  /**
   * Times have the type that the reader of the document gives them; here they only exist or not.
   */
  readonly refund?: Pick<OrderRefund, 'state' | 'amountCents' | 'attempts' | 'reason'> & {
    readonly sentAt?: unknown;
  };
  readonly status: OrderStatus;
  readonly trackingUrl?: string;
  readonly timeline?: readonly Pick<TimelineEntry, 'status' | 'actor' | 'reason'>[];
}

/** What an email says; each is sent once for an order. */
type OrderEmailKind =
  | 'paid'
  | 'shipped'
  | 'cancelled'
  | 'expired'
  | 'return-requested'
  | 'return-approved'
  | 'return-declined'
  | 'return-closed'
  | 'refunded'
  | 'refunded-part'
  | 'refund-delayed'
  | 'credited';

/** An email of an order. The id is the same whenever it has the same order and kind. */
interface OrderEmail {
  readonly id: string;
  readonly email: Email;
  /** Whether anybody can cause it at any address without payment. */
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
    case 'return-requested':
    case 'return-approved':
      return status;
    case 'cancelled':
      return timeline?.at(-1)?.actor === 'admin' ? status : undefined;
    case 'delivered':
      if (before?.status === 'return-requested') return 'return-declined';
      return before?.status === 'return-approved' ? 'return-closed' : undefined;
    default:
      return undefined;
  }
}

/**
 * The emails that a change of an order sends. Emails about money follow the refund, not the status:
 * an admin sets the status `refunded` before anything is sent. `shopUrl` has no trailing slash.
 */
export function orderEmails(
  orderId: string,
  before: OrderEmailData | undefined,
  order: OrderEmailData,
  shopUrl: string,
): OrderEmail[] {
  const changed = order.status === before?.status ? undefined : statusKind(before, order);
  const kinds: OrderEmailKind[] = changed === undefined ? [] : [changed];
  if (isSent(order) && !isSent(before)) kinds.push(isPart(order) ? 'refunded-part' : 'refunded');
  if (isDelayed(order) && !isDelayed(before)) kinds.push('refund-delayed');
  const { creditReturnedCents = 0 } = order;
  if (isPaid(order) && creditReturnedCents > (before?.creditReturnedCents ?? 0)) kinds.push('credited');
  return kinds.map((kind) => ({
    id: emailId(orderId, kind, order),
    email: orderEmail(orderId, kind, order, shopUrl),
    isUnpaid: !isPaid(order),
  }));
}

/** Whether an order was paid at some time. */
function isPaid({ status, timeline = [] }: OrderEmailData): boolean {
  return [status, ...timeline.map((entry) => entry.status)].includes('paid');
}

/**
 * A part is known by the sum of all parts, which grows with each of them; a return by its place in
 * the timeline, as there may be another.
 */
function emailId(orderId: string, kind: OrderEmailKind, order: OrderEmailData): string {
  const { refund, timeline } = order;
  if (kind === 'credited') return `${orderId}-${kind}-${order.creditReturnedCents}`;
  if (kind === 'refunded-part') return `${orderId}-${kind}-${refund?.amountCents}`;
  if (kind.startsWith('return-')) return `${orderId}-${kind}-${timeline?.length ?? 0}`;
  return `${orderId}-${kind}`;
}

/** Whether more of the card payment can be refunded. */
function isPart(order: OrderEmailData): boolean {
  const { refund } = order;
  if (refund === undefined) return false;
  const payment = { ...order, paidCents: dueCents(order), refundedCents: refund.amountCents };
  return refundableCents(payment).cardCents > 0;
}

function isSent(order: OrderEmailData | undefined): boolean {
  return order?.refund?.state === 'sent';
}

/** Whether the refund failed after an email said that it was sent, or failed several times. */
function isDelayed(order: OrderEmailData | undefined): boolean {
  const refund = order?.refund;
  return (
    refund?.state === 'failed' && (refund.sentAt !== undefined || refund.attempts >= DELAYED_AFTER_ATTEMPTS)
  );
}

function orderEmail(orderId: string, kind: OrderEmailKind, order: OrderEmailData, shopUrl: string): Email {
  const number = orderNumber(orderId);
  const action = { label: 'See your order', url: `${shopUrl}/account/orders/${orderId}` };
  // Without the name: the address is not verified, and text that a sender chooses must not reach
  // somebody else's inbox.
  const greeting = 'Hello,';
  const reason = order.timeline?.at(-1)?.reason;
  const because = reason === undefined ? [] : [`The reason: ${reason}`];
  switch (kind) {
    case 'paid':
      return renderEmail({
        subject: `Order ${number} is confirmed`,
        heading: 'Thank you for your order.',
        paragraphs: [
          greeting,
          order.totalCents === 0
            ? 'There is nothing to pay. We will pack your order next.'
            : 'We have received your payment and will pack your order next.',
        ],
        table: costRows(order),
        action,
        closing: 'You can cancel it on the order page until it is packed.',
      });
    case 'shipped':
      return renderEmail({
        subject: `Order ${number} is on its way`,
        heading: 'Your parcel is on its way.',
        paragraphs: [
          greeting,
          `We have shipped ${order.lines.map((line) => `${line.quantity} x ${lineName(line)}`).join(', ')}.`,
        ],
        action: order.trackingUrl ? { label: 'Track your parcel', url: order.trackingUrl } : action,
      });
    case 'cancelled':
      return renderEmail({
        subject: `Order ${number} is canceled`,
        heading: 'We have canceled your order.',
        paragraphs: [
          greeting,
          ...because,
          ...(isPaid(order) && (order.creditReturnedCents ?? 0) < order.totalCents
            ? ['You will get back what you paid. We will email you when the refund is on its way.']
            : []),
          ...(isPaid(order) && order.totalCents > 0 ? [] : ['You have not paid anything.']),
        ],
        action,
      });
    case 'expired':
      return renderEmail({
        subject: `Order ${number} has expired`,
        heading: 'Your order has expired.',
        paragraphs: [
          greeting,
          'It was not paid in time, so its items are for sale again. You have not paid anything.',
          ...creditReturned(order),
        ],
        action,
        closing: 'If you still want them, you can order them again on the order page.',
      });
    case 'return-requested':
      return renderEmail({
        subject: `We have your return request for order ${number}`,
        heading: 'We have your return request.',
        paragraphs: [
          greeting,
          'We will look at it and email you whether and how to send your parcel back. Please keep it until then.',
        ],
        action,
      });
    case 'return-declined':
      return renderEmail({
        subject: `Your return of order ${number} is declined`,
        heading: 'We cannot take your return.',
        paragraphs: [greeting, ...because],
        action,
        closing: 'If you think that this is a mistake, please contact us.',
      });
    case 'return-closed':
      return renderEmail({
        subject: `Your return of order ${number} is closed`,
        heading: 'Your return is closed without a refund.',
        paragraphs: [greeting, ...because],
        action,
        closing: 'If you have sent the parcel back, please contact us.',
      });
    case 'return-approved':
      return renderEmail({
        subject: `How to return order ${number}`,
        heading: 'Your return is approved.',
        paragraphs: [
          greeting,
          ...(order.timeline?.findLast(({ status }) => status === kind)?.reason ?? '')
            .split(/\n+/)
            .filter(Boolean),
          `Please enclose a note with the order number, ${number}. We will refund you as soon as the parcel arrives.`,
        ],
        action,
      });
    case 'refunded-part':
      return renderEmail({
        subject: `Order ${number} is partly refunded`,
        heading: 'Part of your payment is on its way back to you.',
        paragraphs: [
          greeting,
          `We have refunded ${formatCents(order.refundedCents ?? 0)} of the ${formatCents(order.totalCents)} that you paid. It can take up to ten days to appear on your statement.`,
          ...(order.refund === undefined ? [] : [`The reason: ${order.refund.reason}`]),
          'Nothing else about your order has changed.',
        ],
        action,
      });
    case 'refunded':
      return renderEmail({
        subject: `Order ${number} is refunded`,
        heading: 'Your refund is on its way.',
        paragraphs: [
          greeting,
          `We have refunded ${formatCents(order.refundedCents ?? dueCents(order))}. It can take up to ten days to appear on your statement.`,
        ],
        action,
      });
    case 'credited':
      return renderEmail({
        subject: `Store credit for order ${number}`,
        heading: 'You have store credit.',
        paragraphs: [greeting, ...creditReturned(order), 'You can pay with it at the checkout.'],
        action: { label: 'See your credit', url: `${shopUrl}/account/credit` },
      });
    case 'refund-delayed': {
      const outstanding = formatCents(
        (order.refund?.amountCents ?? dueCents(order)) - (order.refundedCents ?? 0),
      );
      return renderEmail({
        subject: `The refund for order ${number} is delayed`,
        heading: 'Your refund is delayed.',
        paragraphs: [
          greeting,
          order.refund?.sentAt === undefined
            ? `We have not been able to refund ${outstanding} yet.`
            : `We sent your refund, but ${outstanding} of it did not reach you: your bank returned it to us.`,
          'We will try again automatically, and your order page will show when it has been sent. If your card or account has been closed, please contact us.',
        ],
        action,
      });
    }
  }
}

function creditReturned({ creditReturnedCents = 0 }: OrderEmailData): string[] {
  return creditReturnedCents === 0
    ? []
    : [`${formatCents(creditReturnedCents)} of this order went into your store credit.`];
}

function lineName(line: OrderLine): string {
  return line.size === undefined ? line.name : `${line.name} (${line.size})`;
}

/** The name of what is taken off the items. */
function discountName({ promotions = [], discountCents }: OrderEmailData): string {
  const applied = promotions.find((promotion) => promotion.discountCents === discountCents);
  if (applied === undefined) return 'Discount';
  return applied.code === undefined ? applied.name : `${applied.name} (${applied.code})`;
}

function costRows(order: OrderEmailData): [string, string][] {
  return [
    ...order.lines.map((line): [string, string] => [
      `${line.quantity} x ${lineName(line)}`,
      formatCents(toCents(line.price) * line.quantity),
    ]),
    ...(order.discountCents === undefined
      ? []
      : [[discountName(order), formatCents(-order.discountCents)] as [string, string]]),
    ['Shipping', order.shippingCents === 0 ? 'Free' : formatCents(order.shippingCents)],
    ...(order.taxCents > 0 ? [['Tax', formatCents(order.taxCents)] as [string, string]] : []),
    ['Total', formatCents(order.totalCents)],
    ...(order.creditCents === undefined
      ? []
      : ([
          ['Store credit', formatCents(-order.creditCents)],
          ['Paid by card', formatCents(dueCents(order))],
        ] as [string, string][])),
  ];
}
