import { formatCents, toCents } from '@savepoint/model/money';
import type { OrderLine, OrderRefund, OrderStatus } from '@savepoint/model/order';
import { type Email, renderEmail } from './email.ts';

/** The first failed attempts are not worth an email: the next one follows within minutes. */
const DELAYED_AFTER_ATTEMPTS = 3;

/** The fields of an order that its emails show. */
export interface OrderEmailData {
  readonly email?: string;
  readonly lines: readonly OrderLine[];
  readonly subtotalCents: number;
  readonly shippingCents: number;
  readonly taxCents: number;
  readonly totalCents: number;
  readonly refundedCents?: number;
  /** Times have the type that the reader of the document gives them; here they only exist or not. */
  readonly refund?: Pick<OrderRefund, 'state' | 'amountCents' | 'attempts'> & { readonly sentAt?: unknown };
  readonly status: OrderStatus;
  readonly trackingUrl?: string;
}

/** What an email says; each is sent once for an order. */
type OrderEmailKind = 'paid' | 'shipped' | 'refunded' | 'refund-delayed';

/** An email of an order. The id is the same whenever it has the same order and kind. */
interface OrderEmail {
  readonly id: string;
  readonly email: Email;
}

/**
 * The emails that a change of an order sends. Emails about money follow the refund, not the status: an admin sets the status `refunded`
 * before anything is sent. `shopUrl` has no trailing slash.
 */
export function orderEmails(
  orderId: string,
  before: OrderEmailData | undefined,
  order: OrderEmailData,
  shopUrl: string,
): OrderEmail[] {
  const kinds: OrderEmailKind[] = [];
  if (order.status !== before?.status && (order.status === 'paid' || order.status === 'shipped'))
    kinds.push(order.status);
  if (isSent(order) && !isSent(before)) kinds.push('refunded');
  if (isDelayed(order) && !isDelayed(before)) kinds.push('refund-delayed');
  return kinds.map((kind) => ({
    id: `${orderId}-${kind}`,
    email: orderEmail(orderId, kind, order, shopUrl),
  }));
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
  const number = orderId.slice(0, 8).toUpperCase();
  const action = { label: 'See your order', url: `${shopUrl}/account/orders/${orderId}` };
  // Without the name: the address is not verified, and text that a sender chooses must not reach somebody else's inbox.
  const greeting = 'Hello,';
  switch (kind) {
    case 'paid':
      return renderEmail({
        subject: `Order ${number} is confirmed`,
        heading: 'Thank you, your order is in.',
        paragraphs: [greeting, 'We have your payment and will pack your order next.'],
        table: costRows(order),
        action,
        closing: 'You can cancel on the order page until it is packed.',
      });
    case 'shipped':
      return renderEmail({
        subject: `Order ${number} is on its way`,
        heading: 'Your parcel has left.',
        paragraphs: [
          greeting,
          `We handed over ${order.lines.map((line) => `${line.quantity} x ${lineName(line)}`).join(', ')}.`,
        ],
        action: order.trackingUrl ? { label: 'Follow the parcel', url: order.trackingUrl } : action,
      });
    case 'refunded':
      return renderEmail({
        subject: `Order ${number} is refunded`,
        heading: 'Your money is on its way back.',
        paragraphs: [
          greeting,
          `We sent back ${formatCents(order.refundedCents ?? order.totalCents)}. Banks take up to ten days to show it.`,
        ],
        action,
      });
    case 'refund-delayed': {
      const outstanding = formatCents(
        (order.refund?.amountCents ?? order.totalCents) - (order.refundedCents ?? 0),
      );
      return renderEmail({
        subject: `The refund of order ${number} is delayed`,
        heading: 'Your refund is delayed.',
        paragraphs: [
          greeting,
          order.refund?.sentAt === undefined
            ? `We could not send back ${outstanding} yet.`
            : `We sent back your money, but ${outstanding} of it did not reach you: your bank returned it to us.`,
          'We try again on our own, and your order page shows when it is sent. If your card or account is closed, please write to us.',
        ],
        action,
      });
    }
  }
}

function lineName(line: OrderLine): string {
  return line.size === undefined ? line.name : `${line.name} (${line.size})`;
}

function costRows(order: OrderEmailData): [string, string][] {
  return [
    ...order.lines.map((line): [string, string] => [
      `${line.quantity} x ${lineName(line)}`,
      formatCents(toCents(line.price) * line.quantity),
    ]),
    ['Shipping', order.shippingCents === 0 ? 'Free' : formatCents(order.shippingCents)],
    ...(order.taxCents > 0 ? [['Tax', formatCents(order.taxCents)] as [string, string]] : []),
    ['Total', formatCents(order.totalCents)],
  ];
}
