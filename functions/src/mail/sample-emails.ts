// Every email with sample data, for the preview in the inbox. Nothing is sent.
import type { OrderStatus } from '@savepoint/model/order';
import type { ReturnState } from '@savepoint/model/return-status';
import {
  addressInUseEmail,
  emailChangedEmail,
  emailChangeEmail,
  passwordResetEmail,
  verificationEmail,
  welcomeEmail,
} from './account-emails.ts';
import { dropGivenEmail, dropReminderEmail } from './drop-emails.ts';
import type { Email } from './email.ts';
import type { MailShop } from './email-content.ts';
import { giftCardEmail } from './gift-card-email.ts';
import { confirmationEmail, subscribedEmail } from './newsletter.ts';
import type { OrderEmailData } from './order-email-content.ts';
import { orderEmails } from './order-emails.ts';
import { cartEmail, paymentEmail, reviewEmail } from './reminders.ts';
import { replyEmail } from './reply-email.ts';
import { backInStockEmail } from './stock-alerts.ts';
import { unsubscribeUrl } from './unsubscribe.ts';

const ORDER_ID = 'q7k2m9x4w1';
const TOKEN = 'a'.repeat(43);
const PAID_AT = new Date('2026-11-27T15:00:00Z');
const TEE = { id: 'pixel-ronin-tee', name: 'Pixel Ronin Tee', image: '/art/pixel-ronin-tee.webp', price: 45 };
const GLOVES = {
  ...{ id: 'lag-slayer-gloves', name: 'Lag Slayer Gloves', image: '/art/lag-slayer-gloves.webp', price: 45 },
};

const ORDER: OrderEmailData = {
  lines: [
    { ...TEE, size: 'M', quantity: 2 },
    { ...GLOVES, size: 'L', quantity: 1 },
  ],
  ...{ subtotalCents: 13_500, shippingCents: 0, taxCents: 1_198, totalCents: 14_698 },
  address: {
    ...{ name: 'Ada Byte', line1: '12 Continue Street', line2: 'Apt 3' },
    ...{ city: 'New York', region: 'NY', postalCode: '10001', country: 'US' },
  },
  ...{ delivery: 'standard', workingDays: { min: 3, max: 5 } },
  status: 'paid',
  timeline: [{ status: 'paid', actor: 'payment', at: PAID_AT }],
};

const EDIT = {
  ...{ id: 'sample-of-an-edit', beforeCents: 10_198, afterCents: 14_698 },
  lines: [{ ...{ id: GLOVES.id, size: 'L', name: GLOVES.name }, before: 0, after: 1 }],
  reason: 'As we talked about',
};

/** The order after a step by the shop or the shopper. */
function after(status: OrderStatus, more: Partial<OrderEmailData> = {}, reason?: string): OrderEmailData {
  const entry = { status, actor: 'admin', at: PAID_AT, ...(reason !== undefined && { reason }) } as const;
  return { ...ORDER, status, timeline: [...(ORDER.timeline ?? []), entry], ...more };
}

/** The order with a return of one item. */
function returning(state: ReturnState, text?: string): OrderEmailData {
  const event = { state, ...(text !== undefined && { text }) };
  const units = [{ id: TEE.id, size: 'M', quantity: 1, exchangeSize: 'L' }];
  const reason = 'too-small';
  return after('delivered', {
    returns: [{ number: 1, state, units, reason, outcome: 'exchange', events: [event] }],
  });
}

const refundOf = (state: 'sent' | 'failed', amountCents: number): Partial<OrderEmailData> => ({
  refund: { state, amountCents, attempts: 3, reason: 'The print was crooked' },
  ...(state === 'sent' && { refundedCents: amountCents }),
});

/** Each email of an order, with the change that sends it. */
const CHANGES: readonly (readonly [OrderEmailData | undefined, OrderEmailData])[] = [
  [
    undefined,
    {
      ...{ ...ORDER, status: 'pending', timeline: [], isGuest: true, expiresAt: PAID_AT },
      paymentUrl: 'https://pay.example/session',
    },
  ],
  [undefined, ORDER],
  [ORDER, { ...ORDER, addressCorrections: [{ actor: 'admin' }] }],
  [ORDER, { ...ORDER, edits: [EDIT] }],
  [
    ORDER,
    {
      ...ORDER,
      pendingEdit: { ...EDIT, paymentUrl: 'https://pay.example/session', expiresAt: PAID_AT },
    },
  ],
  [{ ...ORDER, pendingEdit: EDIT }, ORDER],
  [ORDER, after('shipped', { trackingUrl: 'https://courier.example/track/1Z999' })],
  [after('shipped'), after('delivered')],
  [ORDER, after('cancelled', {}, 'The last one had a hole')],
  [undefined, { ...ORDER, status: 'expired', timeline: [] }],
  [after('delivered'), returning('requested')],
  [returning('requested'), returning('approved', 'Send it to 1 Save Street, New York, NY 10001')],
  [returning('requested'), returning('declined', 'The tags are missing')],
  [returning('approved'), returning('closed', 'The parcel has not arrived')],
  [undefined, { ...ORDER, exchangeOf: { orderId: ORDER_ID, number: 1 } }],
  [ORDER, after('refunded', refundOf('sent', 14_698))],
  [ORDER, { ...ORDER, ...refundOf('sent', 1_500) }],
  [ORDER, { ...ORDER, ...refundOf('failed', 14_698) }],
  [ORDER, { ...ORDER, creditReturnedCents: 1_500 }],
];

const DROP_ID = 'golden-ronin';
const DROP = {
  title: 'Golden Ronin',
  kind: 'draw',
  units: 200,
  ...{ opensAt: '2026-11-27T15:00:00Z', closesAt: '2026-11-27T18:00:00Z' },
} as const;

/** All emails, roughly in the order of a shopper's experience. */
export function sampleEmails(shop: MailShop): Email[] {
  const link = `${shop.url}/auth/action?mode=resetPassword&oobCode=sample`;
  const reply = {
    ...{ messageId: 'sample', index: 0, author: 'Robin', receivedAt: PAID_AT },
    text: 'Yes, the next drop has it in 3XL.\nSee you on Friday!',
    quote: 'Will the Ronin come in 3XL again?',
  };
  return [
    welcomeEmail(shop),
    verificationEmail(link, shop),
    ...CHANGES.flatMap(([before, order]) => orderEmails(ORDER_ID, before, order, shop)).map(
      ({ email }) => email,
    ),
    passwordResetEmail(link, shop),
    emailChangeEmail(link, shop),
    addressInUseEmail(shop),
    emailChangedEmail(shop),
    confirmationEmail(TOKEN, shop),
    subscribedEmail(TOKEN, shop),
    backInStockEmail({ productId: TEE.id, size: 'M', ...TEE }, { list: 'stock', token: TOKEN }, shop),
    cartEmail(ORDER.lines, unsubscribeUrl(shop.url, { list: 'reminders', token: TOKEN }), shop),
    paymentEmail(
      ORDER_ID,
      { url: 'https://pay.example/session', cents: 4_500, until: PAID_AT },
      unsubscribeUrl(shop.url, { list: 'reminders', token: TOKEN }),
      shop,
    ),
    reviewEmail(ORDER_ID, ORDER.lines, unsubscribeUrl(shop.url, { list: 'reminders', token: TOKEN }), shop),
    dropReminderEmail(DROP_ID, DROP, { list: 'drops', token: TOKEN }, shop),
    dropGivenEmail(DROP_ID, DROP, { numbers: [17], of: 200, payBy: PAID_AT }, shop),
    giftCardEmail({ code: '7K2M-9QXA-40TB-ZR8D', cents: 2_500, message: 'Happy birthday!' }, shop),
    replyEmail(reply, shop).email,
  ];
}
