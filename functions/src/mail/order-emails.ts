import { formatCents, toCents } from '@savepoint/model/money';
import type { OrderLine, OrderStatus } from '@savepoint/model/order';
import { type Email, renderEmail } from './email.ts';

/** The fields of an order that its emails show. */
export interface OrderEmailData {
  readonly email?: string;
  readonly lines: readonly OrderLine[];
  readonly subtotalCents: number;
  readonly shippingCents: number;
  readonly taxCents: number;
  readonly totalCents: number;
  readonly refundedCents?: number;
  readonly status: OrderStatus;
  readonly trackingUrl?: string;
}

/** The email for the order's status; undefined for statuses that send none. `shopUrl` has no trailing slash. */
export function orderEmail(orderId: string, order: OrderEmailData, shopUrl: string): Email | undefined {
  const number = orderId.slice(0, 8).toUpperCase();
  const action = { label: 'See your order', url: `${shopUrl}/account/orders/${orderId}` };
  // Without the name: the address is not verified, and text that a sender chooses must not reach somebody else's inbox.
  const greeting = 'Hello,';
  switch (order.status) {
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
    default:
      return undefined;
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
