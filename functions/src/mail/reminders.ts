// Emails without an immediate cause: about an abandoned cart, about a payment link from staff that
// expires soon, and requests for a review. Members choose at reminders/{uid}: cart reminders are
// opt-in, the others opt-out. Each is sent once: the email's document, the limit of the address and
// the mark of the reminder are one transaction.
import { formatCents } from '@savepoint/model/money';
import { orderNumber } from '@savepoint/model/order-number';
import { readStoredLine } from '@savepoint/model/stored-items';
import type { Firestore, QueryDocumentSnapshot, Timestamp } from 'firebase-admin/firestore';
import type { DocumentStore } from '../firestore/document-store.ts';
import { firestoreDocumentStore } from '../firestore/firestore-document-store.ts';
import { bucketPath, type TokenBucket, takeToken } from '../firestore/token-bucket.ts';
import { log } from '../logs/log.ts';
import { type Email, renderEmail } from './email.ts';
import type { MailShop } from './email-content.ts';
import { emailImageUrl } from './email-image-url.ts';
import { ADDRESS_LIMIT, mailDocument } from './queue-email.ts';
import { createUnsubscribeToken, unsubscribeHeaders, unsubscribeUrl } from './unsubscribe.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A cart without changes for this long is abandoned. */
export const CART_LEFT_MS = DAY_MS;
/** The minimum interval between a member's emails about carts. */
export const CART_INTERVAL_MS = 14 * DAY_MS;
/** The time between delivery and the request for a review. */
export const REVIEW_AFTER_MS = 7 * DAY_MS;
/** The time before expiry at which a payment link is mentioned, once. */
const LINK_ENDS_MS = 4 * HOUR_MS;
/** A link with a shorter validity needs no reminder: its email is recent. */
const LINK_REMINDED_MS = 3 * LINK_ENDS_MS;
/** Emails that became due within this time are still sent, after failed runs. */
const LATE_MS = 6 * HOUR_MS;
const ITEMS_SHOWN = 4;

interface ReminderChoice {
  /** The email's unsubscribe token. */
  readonly token: string;
  /** Absent until the member chooses. */
  readonly choice?: 'on' | 'off';
  readonly cartRemindedAt?: Date;
}

interface ReminderContext {
  readonly db: Firestore;
  readonly shop: MailShop;
  readonly now: Date;
  /** A member's current address, and whether it is verified. */
  readonly readAddress: (
    uid: string,
  ) => Promise<{ readonly email: string; readonly isVerified: boolean } | undefined>;
}

const choicePath = (uid: string) => `reminders/${uid}`;

/** True if a member agreed to reminders of their cart. */
export async function areRemindersOn(db: Firestore, uid: string): Promise<boolean> {
  return (await db.doc(choicePath(uid)).get()).get('choice') === 'on';
}

/** Stores the choice of a member. */
export function chooseReminders(db: Firestore, uid: string, isOn: boolean): Promise<void> {
  return firestoreDocumentStore(db).runTransaction(async (transaction) => {
    const before = await transaction.get<ReminderChoice>(choicePath(uid));
    transaction.set(choicePath(uid), {
      ...before,
      token: before?.token ?? createUnsubscribeToken(),
      choice: isOn ? 'on' : 'off',
    } satisfies ReminderChoice);
  });
}

/** Sends due reminders. A failure is logged and does not hold up the others. */
export async function sendReminders(
  context: ReminderContext,
): Promise<{ carts: number; reviews: number; payments: number }> {
  const { db, now } = context;
  const dueBetween = (collection: string, afterMs: number) =>
    db
      .collection(collection)
      .where('updatedAt', '>', new Date(now.getTime() - afterMs - LATE_MS))
      .where('updatedAt', '<=', new Date(now.getTime() - afterMs))
      .get();
  const endsSoon = (field: string) =>
    db
      .collection('orders')
      .where(field, '>', now)
      .where(field, '<=', new Date(now.getTime() + LINK_ENDS_MS))
      .get();
  const [users, orders, unpaid, edited] = await Promise.all([
    dueBetween('users', CART_LEFT_MS),
    dueBetween('orders', REVIEW_AFTER_MS),
    endsSoon('expiresAt'),
    endsSoon('pendingEdit.expiresAt'),
  ]);
  return {
    payments: await sendAll([...unpaid.docs, ...edited.docs], (order) => remindOfPayment(context, order)),
    carts: await sendAll(users.docs, (user) => remindOfCart(context, user)),
    reviews: await sendAll(orders.docs, (order) => askForReview(context, order)),
  };
}

async function sendAll(
  documents: readonly QueryDocumentSnapshot[],
  send: (document: QueryDocumentSnapshot) => Promise<boolean>,
): Promise<number> {
  let sent = 0;
  for (const document of documents) {
    try {
      if (await send(document)) sent += 1;
    } catch (error) {
      log.error('reminder-not-sent', { path: document.ref.path }, error);
    }
  }
  return sent;
}

async function remindOfCart(context: ReminderContext, user: QueryDocumentSnapshot): Promise<boolean> {
  const cart = user.get('cart') as unknown;
  const lines = (Array.isArray(cart) ? cart : []).flatMap((line) => readStoredLine(line) ?? []);
  const updatedAt = (user.get('updatedAt') as Timestamp).toMillis();
  if (lines.length === 0) return false;
  const { shop, now } = context;
  return sendOnce(context, user.id, {
    id: `cart-${user.id}-${updatedAt}`,
    isWanted: ({ choice, cartRemindedAt }) =>
      choice === 'on' &&
      (cartRemindedAt === undefined || now.getTime() - cartRemindedAt.getTime() >= CART_INTERVAL_MS),
    isStill: async (store) => {
      const record = await store.get<{ updatedAt?: Date }>(`users/${user.id}`);
      return record?.updatedAt?.getTime() === updatedAt;
    },
    mark: { cartRemindedAt: now },
    render: (url) => cartEmail(lines, url, shop),
  });
}

async function askForReview(context: ReminderContext, order: QueryDocumentSnapshot): Promise<boolean> {
  const stored = order.data() as ReviewedOrder;
  const { userId, lines } = stored;
  if (!isKept(stored) || userId === undefined) return false;
  const reviews = await context.db.getAll(
    ...lines.map(({ id }) => context.db.doc(`reviews/${id}_${userId}`)),
  );
  const open = lines.filter((_, index) => !reviews[index]?.exists);
  if (open.length === 0) return false;
  return sendOnce(context, userId, {
    id: `review-${order.id}`,
    isWanted: ({ choice }) => choice !== 'off',
    isStill: async (store) => isKept(await store.get<ReviewedOrder>(order.ref.path)),
    mark: {},
    render: (url) => reviewEmail(order.id, open, url, context.shop),
  });
}

/**
 * Sends a reminder of an unpaid order by staff, or an edit, with a payment link that expires soon.
 */
async function remindOfPayment(context: ReminderContext, order: QueryDocumentSnapshot): Promise<boolean> {
  const { userId, isGuest, email } = order.data() as UnpaidOrder;
  const link = linkOf(order.data() as UnpaidOrder);
  if (link === undefined || userId === undefined) return false;
  const { url, cents, from, until } = link;
  if (until.toMillis() - from.toMillis() < LINK_REMINDED_MS) return false;
  return sendOnce(context, userId, {
    // An order has at most one link that expires at this time.
    id: `payment-${order.id}-${until.toMillis()}`,
    isWanted: ({ choice }) => choice !== 'off',
    isStill: async (store) => {
      const now = await store.get<Pick<UnpaidOrder, 'status'> & { pendingEdit?: { paymentUrl?: string } }>(
        order.ref.path,
      );
      return now?.pendingEdit?.paymentUrl === url || now?.status === 'pending';
    },
    mark: {},
    render: (unsubscribe) =>
      paymentEmail(order.id, { url, cents, until: until.toDate() }, unsubscribe, context.shop),
    // Staff have already emailed this address, with or without an account.
    ...(isGuest && email !== undefined && { address: email }),
  });
}

function linkOf({ status, paymentUrl, totalCents, createdAt, expiresAt, pendingEdit }: UnpaidOrder) {
  if (pendingEdit?.paymentUrl !== undefined) {
    const { paymentUrl: url, afterCents, beforeCents, at, expiresAt: until } = pendingEdit;
    return { url, cents: afterCents - beforeCents, from: at, until };
  }
  if (status !== 'pending' || paymentUrl === undefined) return undefined;
  return { url: paymentUrl, cents: totalCents, from: createdAt, until: expiresAt };
}

/** True if an order is delivered, and nothing of it is being returned. */
function isKept(order: ReviewedOrder | null): boolean {
  return order?.status === 'delivered' && !order.openReturn;
}

interface Reminder {
  /** The recipient, unless it is an account's address. */
  readonly address?: string;
  /** Id of the email's document: the same cause never sends two. */
  readonly id: string;
  readonly isWanted: (choice: ReminderChoice) => boolean;
  /** Checks within the transaction that the cause still exists. */
  readonly isStill: (transaction: Pick<DocumentStore, 'get'>) => Promise<boolean>;
  readonly mark: Partial<ReminderChoice>;
  readonly render: (unsubscribeUrl: string) => Email;
}

async function sendOnce(context: ReminderContext, uid: string, reminder: Reminder): Promise<boolean> {
  const { db, shop, now } = context;
  const address =
    reminder.address === undefined
      ? await context.readAddress(uid)
      : { email: reminder.address, isVerified: true };
  if (address === undefined || !address.isVerified) return false;
  const [mailPath, limitPath] = [`mail/${reminder.id}`, bucketPath(ADDRESS_LIMIT, address.email)];
  return firestoreDocumentStore(db).runTransaction(async (transaction) => {
    const [queued, bucket, stored] = await transaction.getAll<unknown>([
      mailPath,
      limitPath,
      choicePath(uid),
    ]);
    const choice = (stored as ReminderChoice | null) ?? { token: createUnsubscribeToken() };
    if (queued !== null || !reminder.isWanted(choice) || !(await reminder.isStill(transaction))) return false;
    const taken = takeToken(bucket as TokenBucket | null, ADDRESS_LIMIT, now);
    if ('retryAfterSeconds' in taken) return false;
    const request = { list: 'reminders', token: choice.token } as const;
    const message = reminder.render(unsubscribeUrl(shop.url, request));
    transaction.set(limitPath, taken.bucket);
    transaction.set(choicePath(uid), { ...choice, ...reminder.mark });
    transaction.set(
      mailPath,
      mailDocument(address.email, message, now, unsubscribeHeaders(shop.url, request)),
    );
    return true;
  });
}

interface EmailItem {
  readonly id: string;
  readonly name: string;
  readonly size?: string | undefined;
  readonly image: string;
  readonly quantity: number;
}

/** The fields of an order by staff, or of an edited one, as stored in Firestore. */
interface UnpaidOrder {
  readonly status: string;
  readonly userId?: string;
  readonly isGuest?: boolean;
  readonly email?: string;
  readonly totalCents: number;
  readonly createdAt: Timestamp;
  readonly expiresAt: Timestamp;
  readonly paymentUrl?: string;
  readonly pendingEdit?: {
    readonly paymentUrl?: string;
    readonly beforeCents: number;
    readonly afterCents: number;
    readonly at: Timestamp;
    readonly expiresAt: Timestamp;
  } | null;
}

interface ReviewedOrder {
  readonly status: string;
  readonly openReturn?: string | null;
  readonly userId?: string;
  readonly lines: readonly EmailItem[];
}

const emailLines = (items: readonly EmailItem[], shop: MailShop) =>
  items.slice(0, ITEMS_SHOWN).map(({ name, size, image, quantity }) => ({
    ...{ name, detail: size, quantity },
    imageUrl: emailImageUrl(image, shop.url),
  }));

/** The email about an abandoned cart. */
export function cartEmail(items: readonly EmailItem[], unsubscribe: string, shop: MailShop): Email {
  return renderEmail(
    {
      subject: 'You left something in your cart',
      heading: 'Your cart is where you left it.',
      paragraphs: ['We cannot reserve what is in it, so a small run may sell out.'],
      lines: emailLines(items, shop),
      action: { label: 'Go to your cart', url: `${shop.url}/cart` },
      because: 'you asked for reminders in your settings',
      unsubscribeUrl: unsubscribe,
    },
    shop,
  );
}

/** The email about a payment link that expires soon. */
export function paymentEmail(
  orderId: string,
  link: { readonly url: string; readonly cents: number; readonly until: Date },
  unsubscribe: string,
  shop: MailShop,
): Email {
  const until = new Intl.DateTimeFormat('en-US', {
    ...({ timeZone: 'UTC', weekday: 'long', hour: 'numeric', minute: '2-digit' } as const),
    timeZoneName: 'short',
  });
  return renderEmail(
    {
      subject: `Your items are kept until ${until.format(link.until)}`,
      heading: 'Your payment is still open.',
      paragraphs: [
        `${formatCents(link.cents)} of your order ${orderNumber(orderId)} is not paid yet. We keep its items until ${until.format(link.until)}; then they are for sale again.`,
      ],
      action: { label: `Pay ${formatCents(link.cents)}`, url: link.url },
      because: 'we have sent you a link to pay',
      unsubscribeUrl: unsubscribe,
    },
    shop,
  );
}

/** The email that asks for a review of a delivered order. */
export function reviewEmail(
  orderId: string,
  items: readonly EmailItem[],
  unsubscribe: string,
  shop: MailShop,
): Email {
  const [first] = items;
  const path =
    items.length === 1 && first ? `/product/${encodeURIComponent(first.id)}` : `/account/orders/${orderId}`;
  return renderEmail(
    {
      subject: 'How is it?',
      heading: 'How is what you ordered?',
      paragraphs: [
        `Your order ${orderNumber(orderId)} has been with you for a week. A sentence about how it fits and feels helps the next player.`,
      ],
      lines: emailLines(items, shop),
      action: { label: 'Write a review', url: `${shop.url}${path}` },
      because: 'we have delivered an order to you',
      unsubscribeUrl: unsubscribe,
    },
    shop,
  );
}
