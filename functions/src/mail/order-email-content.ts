// The content of an order's emails.
import { addressLines } from '@savepoint/model/address-lines';
import { estimateDelivery } from '@savepoint/model/delivery-estimate';
import { describeEdition } from '@savepoint/model/edition';
import { describeLineChange } from '@savepoint/model/line-changes';
import { formatCents, toCents } from '@savepoint/model/money';
import type {
  AddressCorrection,
  Order,
  OrderEdit,
  OrderLine,
  OrderRefund,
  OrderReturn,
  OrderUnits,
  PartialRefund,
  PendingEdit,
  ReturnEvent,
  TimelineEntry,
} from '@savepoint/model/order';
import { decidedRefundCents } from '@savepoint/model/order-changes';
import { orderNumber } from '@savepoint/model/order-number';
import { describeExchange } from '@savepoint/model/order-return';
import { RETURN_REASON_NAMES, type ReturnOutcome, type ReturnState } from '@savepoint/model/return-status';
import {
  creditedCents,
  dueCents,
  paidInAllCents,
  providerRefundedCents,
  refundableCents,
} from '@savepoint/model/store-credit';
import { DELIVERY_NAMES, type Totals } from '@savepoint/model/totals';
import { describeLine, type EmailContent } from './email-content.ts';
import { emailImageUrl } from './email-image-url.ts';

/** A time in any of its stored forms. */
type StoredTime = Date | string | { readonly toDate: () => Date };

/** The fields of a return that emails show. */
type EmailedReturn = Pick<
  OrderReturn,
  'number' | 'state' | 'units' | 'reason' | 'outcome' | 'valueCents' | 'exchangeOrderId'
> & {
  readonly events: readonly Pick<ReturnEvent, 'state' | 'text'>[];
};

/** The fields of an order that its emails show. */
export interface OrderEmailData
  extends Partial<Pick<Order, 'address' | 'delivery' | 'workingDays' | 'paymentUrl' | 'isGuest' | 'paidBy'>>,
    Pick<Order, 'email' | 'status' | 'lines' | 'promotions' | 'trackingUrl' | keyof Totals>,
    Pick<Order, 'creditCents' | 'creditReturnedCents' | 'refundedCents' | 'paidCents' | 'addedPayments'>,
    Pick<Order, 'exchangeOf'> {
  readonly refund?: Pick<OrderRefund, 'state' | 'amountCents' | 'attempts' | 'reason'> & {
    readonly sentAt?: unknown;
  };
  readonly extraRefunds?: Readonly<Record<string, Pick<OrderRefund, 'state' | 'amountCents'>>>;
  readonly edits?: readonly Omit<OrderEdit, 'at'>[];
  readonly pendingEdit?: (Omit<PendingEdit, 'at' | 'expiresAt'> & { readonly expiresAt?: StoredTime }) | null;
  readonly expiresAt?: StoredTime;
  readonly partialRefunds?: readonly Omit<PartialRefund, 'at'>[];
  readonly returns?: readonly EmailedReturn[];
  readonly addressCorrections?: readonly Pick<AddressCorrection, 'actor'>[];
  readonly timeline?: readonly (Pick<TimelineEntry, 'status' | 'actor' | 'reason'> & {
    readonly at?: StoredTime;
  })[];
  /** True if the order's account has verified the address of the emails. */
  readonly isVerified?: boolean;
}

/** The kinds of emails about a return. */
type ReturnEmailKind = `return-${Exclude<ReturnState, 'received'>}`;

/** The kinds of emails; each is sent once per order or return. */
export type OrderEmailKind =
  | 'paid'
  | 'unpaid'
  | 'address-corrected'
  | 'edited'
  | 'edit-unpaid'
  | 'edit-ended'
  | 'shipped'
  | 'delivered'
  | 'cancelled'
  | 'expired'
  | ReturnEmailKind
  | 'refunded'
  | 'refunded-part'
  | 'refund-delayed'
  | 'credited';

/** True if money was ever paid for an order. */
export function isPaid({ status, timeline = [], totalCents }: OrderEmailData): boolean {
  return totalCents > 0 && [status, ...timeline.map((entry) => entry.status)].includes('paid');
}

/**
 * True if emails may contain the shopper's text and be numerous: once the address is verified or a
 * card has paid. Before that, the address may be anybody's, and text chosen by the sender must not
 * reach somebody else's inbox. Store credit comes back when an order is canceled, so it could send
 * such emails repeatedly; an exchange is safe, because the shop receives parcels first.
 */
export function isTrusted(order: OrderEmailData): boolean {
  // Staff know the recipient of orders that they place.
  const isOfStaff = order.exchangeOf !== undefined || order.timeline?.[0]?.actor === 'admin';
  if (order.isVerified === true || isOfStaff) return true;
  return isPaid(order) && dueCents(order) > 0;
}

/** True if more of the card payment can be refunded. */
export function isPart(order: OrderEmailData): boolean {
  const refundedCents = decidedRefundCents(order);
  if (refundedCents === 0) return false;
  const payment = { ...order, paidCents: dueCents(order), refundedCents };
  return refundableCents(payment).cardCents > 0;
}

type Words = Omit<EmailContent, 'because' | 'greeting'>;

const STEPS = ['Ordered', 'Packed', 'Shipped', 'Delivered'] as const;
const ORDERED = 1;
const SHIPPED = 3;
const DELIVERED = 4;

/**
 * The content of an email about an order, and about its return. `shopUrl` has no trailing slash.
 */
export function orderEmailContent(
  orderId: string,
  kind: OrderEmailKind,
  order: OrderEmailData,
  shopUrl: string,
  returned?: EmailedReturn,
): EmailContent {
  const ofOrder = words(orderNumber(orderId), kind, order, shopUrl, returned);
  const because = 'you have placed an order with us';
  if (order.isGuest) {
    // The closing sentence is about the order's page, which needs an account.
    const { closing: _, ...rest } = ofOrder;
    return { greeting: greeting(order), ...rest, because };
  }
  return {
    greeting: greeting(order),
    action: { label: 'See your order', url: `${shopUrl}/account/orders/${orderId}` },
    ...ofOrder,
    because,
  };
}

function greeting(order: OrderEmailData): string {
  const name = order.address?.name;
  return name !== undefined && isTrusted(order) ? `Hello ${name},` : 'Hello,';
}

function words(
  number: string,
  kind: OrderEmailKind,
  order: OrderEmailData,
  shopUrl: string,
  returned: EmailedReturn | undefined,
): Words {
  if (!isAboutReturn(kind)) return orderWords(number, kind, order, shopUrl);
  if (returned === undefined) throw new TypeError(`${kind} is about a return.`);
  const lines = unitLines(order, returned.units).map((line) => emailLine(line, shopUrl));
  return { ...returnWords(number, kind, returned), lines };
}

function isAboutReturn(kind: OrderEmailKind): kind is ReturnEmailKind {
  return kind.startsWith('return-');
}

/** What a shopper gets for returned units. */
const OUTCOME_PROMISES: Readonly<Record<ReturnOutcome, string>> = {
  exchange: 'As soon as your package arrives, we will send you the other size, which we keep for you.',
  credit: 'As soon as your package arrives, we will add what you paid to your store credit.',
  refund: 'As soon as your package arrives, we will refund what you paid.',
};

function returnWords(number: string, kind: ReturnEmailKind, returned: EmailedReturn): Words {
  const { units, outcome, reason, events } = returned;
  const said = events.findLast(({ state }) => `return-${state}` === kind)?.text;
  const because = said === undefined ? [] : [`The reason: ${said}`];
  const sizes = outcome === 'exchange' ? units.flatMap(({ exchangeSize }) => exchangeSize ?? []) : [];
  switch (kind) {
    case 'return-requested':
      return {
        subject: `We have your return request for order ${number}`,
        heading: 'We have your return request.',
        paragraphs: [
          `You told us: ${RETURN_REASON_NAMES[reason].toLowerCase()}. We will look at it and email you whether and how to send these items back. Please keep them until then.`,
          ...(sizes.length > 0 ? [`You would like to get them in ${sizes.join(' and ')} instead.`] : []),
        ],
      };
    case 'return-declined':
      return {
        subject: `Your return of order ${number} is declined`,
        heading: 'We cannot take your return.',
        paragraphs: because,
        closing: 'If you think that this is a mistake, please contact us.',
      };
    case 'return-closed':
      return {
        subject: `Your return of order ${number} is closed`,
        heading: 'Your return is closed.',
        paragraphs: because,
        closing: 'If you have sent the package, please contact us.',
      };
    case 'return-approved':
      return {
        subject: `How to return items of order ${number}`,
        heading: 'Your return is approved.',
        paragraphs: [
          ...(said ?? '').split(/\n+/).filter(Boolean),
          `Please enclose a note with the order number, ${number}. ${OUTCOME_PROMISES[outcome]}`,
        ],
      };
  }
}

function orderWords(
  number: string,
  kind: Exclude<OrderEmailKind, ReturnEmailKind>,
  order: OrderEmailData,
  shopUrl: string,
): Words {
  const reason = order.timeline?.at(-1)?.reason;
  const because = reason === undefined ? [] : [`The reason: ${reason}`];
  switch (kind) {
    case 'paid':
      if (order.exchangeOf !== undefined)
        return {
          subject: `Your exchange is order ${number}`,
          heading: `${describeExchange(order.lines.map(({ size }) => ({ exchangeSize: size })))}.`,
          paragraphs: [
            `We have received what you sent back from order ${orderNumber(order.exchangeOf.orderId)}, and will pack this next. There is nothing to pay.`,
          ],
          steps: { names: STEPS, done: ORDERED },
          lines: order.lines.map((line) => emailLine(line, shopUrl)),
          facts: deliveryFacts(order, kind),
        };
      return {
        subject: `Order ${number} is confirmed`,
        heading: 'Thanks, your order is confirmed.',
        paragraphs: [
          dueCents(order) === 0
            ? `There is nothing to pay. We will pack your order ${number} next.`
            : `We have received your payment and will pack your order ${number} next.`,
        ],
        steps: { names: STEPS, done: ORDERED },
        lines: pricedLines(order, shopUrl),
        sums: costRows(order),
        facts: deliveryFacts(order, kind),
        closing: 'You can cancel it on the order page until it is packed.',
      };
    case 'unpaid':
      return {
        subject: `Pay ${formatCents(dueCents(order))} for order ${number}`,
        heading: 'Your order is ready to be paid.',
        paragraphs: [
          `We have made the order ${number} for you, and keep its items until then. If you did not ask for it, ignore this email: nothing is charged.`,
        ],
        ...(order.paymentUrl !== undefined && {
          action: { label: `Pay ${formatCents(dueCents(order))}`, url: order.paymentUrl },
        }),
        lines: pricedLines(order, shopUrl),
        sums: costRows(order),
        facts: payByFact(order.expiresAt),
      };
    case 'address-corrected':
      return {
        subject: `The address of order ${number} is corrected`,
        heading: 'We have corrected your delivery address.',
        paragraphs: [
          `Your order ${number} will go to ${isTrusted(order) ? 'this address' : 'the address on its page'}.`,
        ],
        facts: deliveryFacts(order, 'paid'),
        closing:
          'If it is not right, you can correct it on the order page until your order is packed, or contact us.',
      };
    case 'edited':
      return {
        subject: `Order ${number} is changed`,
        heading: 'We have changed your order.',
        paragraphs: [
          ...editSentences(order.edits?.at(-1)),
          `Below is your order ${number} with the changes.`,
        ],
        lines: pricedLines(order, shopUrl),
        sums: totalRows(order),
        closing: 'If this is not what you asked for, contact us before your order is packed.',
      };
    case 'edit-unpaid':
      return {
        subject: `Pay ${owedCents(order)} to change order ${number}`,
        heading: `Pay ${owedCents(order)}, and we change your order.`,
        paragraphs: [
          ...editSentences(order.pendingEdit),
          'We keep the items for you until then. If you do not pay, your order stays as it is.',
        ],
        ...(order.pendingEdit?.paymentUrl !== undefined && {
          action: { label: `Pay ${owedCents(order)}`, url: order.pendingEdit.paymentUrl },
        }),
        facts: payByFact(order.pendingEdit?.expiresAt),
      };
    case 'edit-ended':
      return {
        subject: `Order ${number} stays as it was`,
        heading: 'We have not changed your order.',
        paragraphs: [
          'The change was withdrawn, or not paid in time. You have not paid anything for it, and your order stays as it was.',
        ],
      };
    case 'shipped':
      return {
        subject: `Order ${number} is on its way`,
        heading: 'Your package is on its way.',
        paragraphs: [`We have shipped your order ${number}.`],
        steps: { names: STEPS, done: SHIPPED },
        ...(order.trackingUrl && { action: { label: 'Track your package', url: order.trackingUrl } }),
        lines: order.lines.map((line) => emailLine(line, shopUrl)),
        facts: deliveryFacts(order, kind),
      };
    case 'delivered':
      return {
        subject: `Order ${number} has arrived`,
        heading: 'Your package has arrived.',
        paragraphs: [`Your order ${number} is delivered. Enjoy it!`],
        steps: { names: STEPS, done: DELIVERED },
        lines: order.lines.map((line) => emailLine(line, shopUrl)),
        closing: 'If something is missing or does not fit, you can request a return on the order page.',
      };
    case 'cancelled':
      return {
        subject: `Order ${number} is canceled`,
        heading: 'We have canceled your order.',
        paragraphs: [
          ...because,
          ...creditReturned(order),
          ...(!isPaid(order) ? ['You have not paid anything.'] : []),
          ...(isPaid(order) && (order.creditReturnedCents ?? 0) < paidInAllCents(order)
            ? ['You will get back what you paid. We will email you when the refund is on its way.']
            : []),
        ],
        lines: order.lines.map((line) => emailLine(line, shopUrl)),
      };
    case 'expired':
      return {
        subject: `Order ${number} has expired`,
        heading: 'Your order has expired.',
        paragraphs: [
          'It was not paid in time, so its items are for sale again. You have not paid anything.',
          ...creditReturned(order),
        ],
        lines: order.lines.map((line) => emailLine(line, shopUrl)),
        closing: 'If you still want them, you can order them again on the order page.',
      };
    case 'refunded-part':
      return {
        subject: `Order ${number} is partly refunded`,
        heading: 'Part of your payment is on its way back to you.',
        paragraphs: [
          `We have refunded ${partOf(order)} of the ${formatCents(paidInAllCents(order))} that you paid. It can take up to ten days to appear on your statement.`,
          ...(order.refund === undefined ? [] : [`The reason: ${order.refund.reason}`]),
          partConsequence(order),
        ],
        lines: unitLines(order, order.partialRefunds?.at(-1)?.refunded).map((line) =>
          emailLine(line, shopUrl),
        ),
      };
    case 'refunded':
      return {
        subject: `Order ${number} is refunded`,
        heading: 'Your refund is on its way.',
        paragraphs: [
          `We have refunded ${formatCents(providerRefundedCents(order) || dueCents(order))}. It can take up to ten days to appear on your statement.`,
        ],
      };
    case 'credited':
      return {
        subject: `Store credit for order ${number}`,
        heading: 'You have store credit.',
        paragraphs: [...creditReturned(order), 'You can pay with it at the checkout.'],
        action: { label: 'See your credit', url: `${shopUrl}/account/credit` },
      };
    case 'refund-delayed':
      return {
        subject: `The refund for order ${number} is delayed`,
        heading: 'Your refund is delayed.',
        paragraphs: [
          delayOf(order),
          'We will try again automatically, and your order page will show when it has been sent. If your card or account has been closed, please contact us.',
        ],
      };
  }
}

/** Staff's changes and their reason. */
function editSentences(edit: Omit<OrderEdit, 'at'> | null | undefined): string[] {
  if (!edit) return [];
  return [
    ...(edit.lines.length === 0 ? [] : [`${edit.lines.map(describeLineChange).join(', ')}.`]),
    ...(edit.beforeCents === edit.afterCents
      ? []
      : [`The total is ${formatCents(edit.afterCents)} instead of ${formatCents(edit.beforeCents)}.`]),
    ...(edit.reason === undefined ? [] : [`The reason: ${edit.reason}`]),
  ];
}

/** The amount to pay for the pending edit. */
function owedCents({ pendingEdit }: OrderEmailData): string {
  return formatCents(pendingEdit ? pendingEdit.afterCents - pendingEdit.beforeCents : 0);
}

function payByFact(time: StoredTime | undefined): NonNullable<EmailContent['facts']> {
  if (time === undefined) return [];
  const format = new Intl.DateTimeFormat('en-US', {
    ...({ timeZone: 'UTC', weekday: 'long', month: 'long', day: 'numeric' } as const),
    ...({ hour: 'numeric', minute: '2-digit', timeZoneName: 'short' } as const),
  });
  return [{ label: 'Pay until', lines: [format.format(toDate(time))] }];
}

/**
 * The amount that the last part refunds to the card, and the sum of all parts if there are several.
 */
function partOf(order: OrderEmailData): string {
  const refundedCents = providerRefundedCents(order);
  const { partialRefunds } = order;
  const last = partialRefunds?.at(-1);
  const cents = last === undefined ? refundedCents : last.amountCents - (last.creditCents ?? 0);
  return cents === refundedCents
    ? formatCents(cents)
    : `${formatCents(cents)}, and with it ${formatCents(refundedCents)} in all,`;
}

/** The last part's effect on the parcel: restocked units are not in it. */
function partConsequence(order: OrderEmailData): string {
  const isUnsent = order.status === 'paid' || order.status === 'packed';
  const units = isUnsent ? unitLines(order, order.partialRefunds?.at(-1)?.units) : [];
  if (units.length === 0) return 'Nothing else about your order has changed.';
  const names = units.map((line) => describeLine({ ...line, detail: line.size })).join(', ');
  return `Not in your package: ${names}. Nothing else about your order has changed.`;
}

/** The lines of an order with the quantities of `units`. */
function unitLines({ lines }: OrderEmailData, units: readonly OrderUnits[] = []): OrderLine[] {
  return units.flatMap(({ id, size, quantity }) => {
    const line = lines.find((each) => each.id === id && each.size === size);
    return line === undefined ? [] : [{ ...line, quantity }];
  });
}

function creditReturned(order: OrderEmailData): string[] {
  const cents = creditedCents(order);
  return cents === 0 ? [] : [`${formatCents(cents)} of this order went into your store credit.`];
}

function delayOf(order: OrderEmailData): string {
  const { refund, refundedCents = 0 } = order;
  const outstanding = formatCents((refund?.amountCents ?? dueCents(order)) - refundedCents);
  return refund?.sentAt === undefined
    ? `We have not been able to refund ${outstanding} yet.`
    : `We sent your refund, but ${outstanding} of it did not reach you: your bank returned it to us.`;
}

const emailLine = ({ name, size, quantity, image, edition }: OrderLine, shopUrl: string) => ({
  ...{ name, quantity },
  detail: edition === undefined ? size : [size, describeEdition(edition)].filter(Boolean).join(', '),
  imageUrl: emailImageUrl(image, shopUrl),
});

const pricedLines = ({ lines }: OrderEmailData, shopUrl: string) =>
  lines.map((line) => ({
    ...emailLine(line, shopUrl),
    amount: formatCents(toCents(line.price) * line.quantity),
  }));

/** The name of the discount on the items. */
function discountName({ promotions = [], discountCents }: OrderEmailData): string {
  const applied = promotions.find((promotion) => promotion.discountCents === discountCents);
  if (applied === undefined) return 'Discount';
  return applied.code === undefined ? applied.name : `${applied.name} (${applied.code})`;
}

function totalRows(order: OrderEmailData): [string, string][] {
  return [
    ...(order.discountCents === undefined
      ? []
      : [[discountName(order), formatCents(-order.discountCents)] as [string, string]]),
    ['Shipping', order.shippingCents === 0 ? 'Free' : formatCents(order.shippingCents)],
    ...(order.taxCents > 0 ? [['Tax', formatCents(order.taxCents)] as [string, string]] : []),
    ['Total', formatCents(order.totalCents)],
  ];
}

function costRows(order: OrderEmailData): [string, string][] {
  if (order.creditCents === undefined) return totalRows(order);
  return [
    ...totalRows(order),
    ['Store credit', formatCents(-order.creditCents)],
    ['Paid by card', formatCents(dueCents(order))],
  ];
}

const toDate = (time: StoredTime) =>
  typeof time === 'object' && 'toDate' in time ? time.toDate() : new Date(time);

let dayFormatter: Intl.DateTimeFormat | undefined;

/** Created lazily: it takes longer than the rest of an email. */
function dayFormat(): Intl.DateTimeFormat {
  dayFormatter ??= new Intl.DateTimeFormat('en-US', {
    timeZone: 'UTC',
    ...({ weekday: 'long', month: 'long', day: 'numeric' } as const),
  });
  return dayFormatter;
}

/** The address and the delivery time of the parcel, counted from the day of the last change. */
function deliveryFacts(order: OrderEmailData, kind: 'paid' | 'shipped') {
  const { address, delivery, workingDays, timeline } = order;
  const at = timeline?.findLast(({ status }) => status === kind)?.at;
  const dates = at !== undefined && workingDays && estimateDelivery(toDate(at), { workingDays });
  const days = dates
    ? [...new Set([dates.earliest, dates.latest])]
        .map((date) => dayFormat().format(new Date(date)))
        .join(' to ')
    : undefined;
  return [
    ...(address === undefined || !isTrusted(order)
      ? []
      : [{ label: 'Delivery address', lines: [address.name, ...addressLines(address)] }]),
    ...(days === undefined
      ? []
      : [
          {
            label: 'Arrives',
            lines: [days, ...(delivery === undefined ? [] : [`${DELIVERY_NAMES[delivery]} delivery`])],
          },
        ]),
  ];
}
