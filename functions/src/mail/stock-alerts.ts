// Who wants to know when a size is back, and who is told. stockAlerts/{id} is one wish of one
// address for one size; its id does not contain the address. stockWaves/{id} says how many were
// told since the size came back.
//
// Worked example: five people wait for a size. One unit comes back: the three who have waited the
// longest are told. The event is delivered again: three were told and three may be, so nobody is. A
// second unit comes back: six may be told, so the other two are.
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

/** People told for each unit that is back: most of them will not order. */
export const TOLD_PER_UNIT = 3;
const DAY_MS = 86_400_000;
/** While units are left, those who still wait get their turn after this time. */
export const WAVE_INTERVAL_MS = DAY_MS;
/** Nobody waits longer than this. */
const WAITING_DAYS = 365;
/** The link to unsubscribe works for this long after the email. */
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
  /** For Firestore's time-to-live policy. */
  readonly expireAt: Date;
}

/** Those who were told since a size came back, or since the last interval began. */
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

/** The wave that counts now, and how many more may be told in it. */
export function planWave(
  current: Wave | undefined,
  stock: number,
  now: Date,
): { readonly wave: Wave; readonly allowed: number } {
  const isOpen = current !== undefined && now.getTime() - current.startedAt.getTime() < WAVE_INTERVAL_MS;
  const wave = isOpen ? current : { sent: 0, startedAt: now };
  return { wave, allowed: Math.max(0, TOLD_PER_UNIT * stock - wave.sent) };
}

/** Units that can be ordered of a size; undefined when it is not for sale. */
function stockOf(product: ProductFields | undefined, { size }: StockKey): number | undefined {
  if (product === undefined || (product.status ?? 'active') !== 'active') return undefined;
  return findVariant(product, size ?? undefined)?.stock;
}

/**
 * Notes that an address wants to know when a size is back; one that waits already keeps its place.
 * `email` is in lower case. Rejects with not-found for a size that is not sold here, and with
 * failed-precondition for one that is in stock.
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
 * Tells those whose turn it is that a size is back. Safe to call at any time and at once: what
 * counts is the stock as it is now.
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
 * The emails, the alerts and the count change in one transaction, so that a crash or a second run
 * repeats none of them.
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

/** The email that a size is back. */
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

/** The sizes of which a change of a product may have brought units back, or taken the last one. */
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

/** The sizes that somebody waits for. */
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

/** What a member waits for, in the order of their wishes. */
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

/** Ends a wish of a member; does nothing for one that is gone or somebody else's. */
export async function cancelAlert(db: Firestore, userId: string, alertId: string): Promise<void> {
  await db.runTransaction(async (transaction) => {
    const alert = await transaction.get(db.doc(`stockAlerts/${alertId}`));
    if (alert.get('userId') === userId && alert.get('state') === 'waiting') transaction.delete(alert.ref);
  });
}

/**
 * Gives the waiting alerts of a member another address, in lower case; one that waits there already
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
