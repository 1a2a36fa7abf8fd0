// Stock alerts and their order. stockAlerts/{id} is one address waiting for one size; its id does
// not contain the address. stockWaves/{id} counts the emails sent since the size came back. Worked
// example: five people wait for a size. One unit comes back: the three who have waited the longest
// get an email. The event is delivered again: three were sent and three are allowed, so nothing is
// sent. A second unit comes back: six are allowed, so the other two get theirs.
import { createHash } from 'node:crypto';
import type { UnsubscribeRequest } from '@savepoint/model/callables';
import { findVariant, type ProductFields } from '@savepoint/model/product';
import type { Firestore, Timestamp } from 'firebase-admin/firestore';
import { httpsError } from '../callable/https-error.ts';
import { type Email, renderEmail } from './email.ts';
import type { MailShop } from './email-content.ts';
import { emailImageUrl } from './email-image-url.ts';
import { mailDocument } from './queue-email.ts';
import { createUnsubscribeToken, unsubscribeHeaders, unsubscribeUrl } from './unsubscribe.ts';

/** Emails per returned unit: most recipients will not order. */
export const TOLD_PER_UNIT = 3;
const DAY_MS = 86_400_000;
/** While units are left, those who still wait get their turn after this time. */
export const WAVE_INTERVAL_MS = DAY_MS;
/** The longest wait. */
const WAITING_DAYS = 365;
/** Validity of the unsubscribe link after the email. */
const NOTIFIED_DAYS = 90;
const ALERTS_PER_TRANSACTION = 100;

/** A size of a product; null for a product without sizes. */
export interface StockKey {
  readonly productId: string;
  readonly size: string | null;
}

interface StockAlert extends StockKey {
  readonly email: string;
  readonly userId?: string;
  readonly productName: string;
  readonly state: 'waiting' | 'notified';
  readonly token: string;
  readonly createdAt: Date;
  /** For Firestore's TTL policy. */
  readonly expireAt: Date;
}

/** The emails sent since a size came back, or since the last interval began. */
export interface Wave {
  readonly sent: number;
  readonly startedAt: Date;
}

const fingerprint = (parts: readonly unknown[]) =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 40);
const wavePath = ({ productId, size }: StockKey) => `stockWaves/${fingerprint([productId, size])}`;
const alertPath = (email: string, { productId, size }: StockKey) =>
  `stockAlerts/${fingerprint([email, productId, size])}`;
const daysAfter = (now: Date, days: number) => new Date(now.getTime() + days * DAY_MS);

/** The current wave, and how many more emails it allows. */
export function planWave(
  current: Wave | undefined,
  stock: number,
  now: Date,
): { readonly wave: Wave; readonly allowed: number } {
  const isOpen = current !== undefined && now.getTime() - current.startedAt.getTime() < WAVE_INTERVAL_MS;
  const wave = isOpen ? current : { sent: 0, startedAt: now };
  return { wave, allowed: Math.max(0, TOLD_PER_UNIT * stock - wave.sent) };
}

/** Available units of a size; undefined if it is not for sale. */
function stockOf(product: ProductFields | undefined, { size }: StockKey): number | undefined {
  if (product === undefined || (product.status ?? 'active') !== 'active') return undefined;
  return findVariant(product, size ?? undefined)?.stock;
}

/**
 * Registers an address for an alert; one that waits already keeps its place. `email` is in lower
 * case. Rejects with not-found for a size that is not sold here, and with failed-precondition for
 * one in stock.
 */
export function requestAlert(
  db: Firestore,
  { email, userId, ...key }: StockKey & { readonly email: string; readonly userId?: string | undefined },
  now: Date,
): Promise<void> {
  return db.runTransaction(async (transaction) => {
    const ref = db.doc(alertPath(email, key));
    const [product, alert] = await transaction.getAll(db.doc(`products/${key.productId}`), ref);
    const fields = product?.data() as ProductFields | undefined;
    const stock = stockOf(fields, key);
    if (fields === undefined || stock === undefined)
      throw httpsError('not-found', 'This size is no longer sold.');
    if (stock > 0)
      throw httpsError('failed-precondition', 'It is back in stock. Reload the page to order it.');
    if (alert?.get('state') === 'waiting') return;
    transaction.set(ref, {
      ...key,
      email,
      ...(userId !== undefined && { userId }),
      productName: fields.name,
      state: 'waiting',
      token: createUnsubscribeToken(),
      createdAt: now,
      expireAt: daysAfter(now, WAITING_DAYS),
    } satisfies StockAlert);
  });
}

/**
 * Sends the alerts whose turn it is. Safe to call at any time, even concurrently: only the current
 * stock counts.
 */
export async function sendAlerts(db: Firestore, key: StockKey, shop: MailShop, now: Date): Promise<number> {
  let total = 0;
  for (;;) {
    const sent = await sendBatch(db, key, shop, now);
    total += sent;
    if (sent < ALERTS_PER_TRANSACTION) return total;
  }
}

/**
 * Emails, alerts and count change in one transaction, so that a crash or a second run repeats none
 * of them.
 */
function sendBatch(db: Firestore, key: StockKey, shop: MailShop, now: Date): Promise<number> {
  return db.runTransaction(async (transaction) => {
    const waveRef = db.doc(wavePath(key));
    const [product, stored] = await transaction.getAll(db.doc(`products/${key.productId}`), waveRef);
    const fields = product?.data() as ProductFields | undefined;
    const stock = stockOf(fields, key) ?? 0;
    if (fields === undefined || stock === 0) {
      if (stored?.exists) transaction.delete(waveRef);
      return 0;
    }
    const current = stored?.exists
      ? { sent: Number(stored.get('sent')), startedAt: (stored.get('startedAt') as Timestamp).toDate() }
      : undefined;
    const { wave, allowed } = planWave(current, stock, now);
    if (allowed === 0) return 0;
    const waiting = await transaction.get(
      db
        .collection('stockAlerts')
        .where('productId', '==', key.productId)
        .where('size', '==', key.size)
        .where('state', '==', 'waiting')
        .orderBy('createdAt')
        .limit(Math.min(allowed, ALERTS_PER_TRANSACTION)),
    );
    if (waiting.empty) return 0;
    for (const alert of waiting.docs) {
      const { email, token } = alert.data() as Pick<StockAlert, 'email' | 'token'>;
      const createdAt = (alert.get('createdAt') as Timestamp).toMillis();
      const request = { list: 'stock', token } as const;
      const message = backInStockEmail({ ...key, name: fields.name, image: fields.image }, request, shop);
      transaction.set(
        db.doc(`mail/stock-${alert.id}-${createdAt}`),
        mailDocument(email, message, now, unsubscribeHeaders(shop.url, request)),
      );
      transaction.update(alert.ref, { state: 'notified', expireAt: daysAfter(now, NOTIFIED_DAYS) });
    }
    transaction.set(waveRef, {
      sent: wave.sent + waiting.size,
      startedAt: wave.startedAt,
      expireAt: daysAfter(now, NOTIFIED_DAYS),
    });
    return waiting.size;
  });
}

/** The email about a size that is back. */
export function backInStockEmail(
  { productId, size, name, image }: StockKey & Pick<ProductFields, 'name' | 'image'>,
  request: UnsubscribeRequest,
  shop: MailShop,
): Email {
  const query = size === null ? '' : `?${new URLSearchParams({ size })}`;
  const item = size === null ? name : `${name} in size ${size}`;
  return renderEmail(
    {
      subject: `${item} is back in stock`,
      heading: `${item} is back in stock.`,
      paragraphs: [
        'You asked us to tell you. Others did too, and we cannot reserve it for you, so it may sell out again.',
      ],
      pictures: [emailImageUrl(image, shop.url)],
      action: {
        label: 'See it in the shop',
        url: `${shop.url}/product/${encodeURIComponent(productId)}${query}`,
      },
      closing:
        'This is the only email that we send you about it. If you want to hear from us again, ask on the product page.',
      because: 'you asked to be told when this size is back',
      unsubscribeUrl: unsubscribeUrl(shop.url, request),
    },
    shop,
  );
}

interface StockChange {
  readonly status?: string;
  readonly variants?: readonly { readonly size?: string; readonly stock: number }[];
}

/** The sizes that a change of a product may have restocked or sold out. */
export function changedKeys(
  productId: string,
  before: StockChange | undefined,
  after: StockChange | undefined,
): StockKey[] {
  const isReturned = (before?.status ?? 'active') !== 'active';
  return (after?.variants ?? [])
    .filter(({ size, stock }) => {
      const old = isReturned ? 0 : (before?.variants?.find((variant) => variant.size === size)?.stock ?? 0);
      return stock > old || (stock === 0 && old > 0);
    })
    .map(({ size }) => ({ productId, size: size ?? null }));
}

/** The sizes with waiting alerts. */
export async function awaitedKeys(db: Firestore): Promise<StockKey[]> {
  const found = await db
    .collection('stockAlerts')
    .where('state', '==', 'waiting')
    .select('productId', 'size')
    .get();
  const keys = found.docs.map(
    (alert): StockKey => ({
      productId: String(alert.get('productId')),
      size: alert.get('size') as string | null,
    }),
  );
  return [...new Map(keys.map((key) => [wavePath(key), key])).values()];
}

/** A member's alerts, in the order of their requests. */
export async function alertsOf(db: Firestore, userId: string) {
  const { docs } = await db
    .collection('stockAlerts')
    .where('userId', '==', userId)
    .where('state', '==', 'waiting')
    .get();
  return docs
    .sort(
      (a, b) => (a.get('createdAt') as Timestamp).toMillis() - (b.get('createdAt') as Timestamp).toMillis(),
    )
    .map((alert) => ({
      alertId: alert.id,
      productId: String(alert.get('productId')),
      productName: String(alert.get('productName')),
      ...(alert.get('size') !== null && { size: String(alert.get('size')) }),
    }));
}

/** Cancels a member's alert; does nothing for one that is gone or somebody else's. */
export async function cancelAlert(db: Firestore, userId: string, alertId: string): Promise<void> {
  await db.runTransaction(async (transaction) => {
    const alert = await transaction.get(db.doc(`stockAlerts/${alertId}`));
    if (alert.get('userId') === userId && alert.get('state') === 'waiting') transaction.delete(alert.ref);
  });
}

/**
 * Changes the address of a member's waiting alerts, in lower case; one that already waits there
 * keeps its place.
 */
export function moveAlerts(db: Firestore, userId: string, email: string): Promise<void> {
  return db.runTransaction(async (transaction) => {
    const own = db.collection('stockAlerts').where('userId', '==', userId).where('state', '==', 'waiting');
    const alerts = (await transaction.get(own)).docs.filter((alert) => alert.get('email') !== email);
    const moves = alerts.map((alert) => ({
      alert,
      ref: db.doc(alertPath(email, { productId: alert.get('productId'), size: alert.get('size') })),
    }));
    const targets = await Promise.all(moves.map(({ ref }) => transaction.get(ref)));
    for (const [index, { alert, ref }] of moves.entries()) {
      if (targets[index]?.get('state') !== 'waiting') transaction.set(ref, { ...alert.data(), email });
      transaction.delete(alert.ref);
    }
  });
}
