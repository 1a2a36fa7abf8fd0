// Each delivery is applied in one transaction that also stores its id in platformEvents, so that a
// duplicate has no effect. Deliveries arrive in any order: one that is older than the last synced
// state is dropped.
import type { Variant } from '@savepoint/model/product';
import { isAvailable } from '@savepoint/model/product';
import { nextVersion } from '@savepoint/model/product-version';
import {
  type DocumentSnapshot,
  FieldValue,
  type Firestore,
  type Transaction,
} from 'firebase-admin/firestore';
import { findUnknownCategory, readCategoryIds } from '../catalog/known-categories.ts';
import { leaseDocument } from '../catalog/lease-document.ts';
import type { PlatformChange } from '../shop-platform/parse-webhook.ts';
import { legacyId, type PlatformProduct } from '../shop-platform/platform-product.ts';
import { diffProduct, keepsStock, newProduct } from './diff-product.ts';
import { mapProduct, productId } from './map-product.ts';
import { moveLevel } from './move-level.ts';
import {
  liveDocument,
  productDocument,
  type SyncedProduct,
  syncedProductDocument,
} from './sync-documents.ts';
import { isHeld } from './sync-lease.ts';
import { bookOf, moveStockTo, withCountedStock } from './sync-stock.ts';

type WebhookOutcome =
  | 'applied'
  | 'duplicate'
  | 'outdated'
  | 'unchanged'
  /** No full sync has been applied yet. */
  | 'never-synced'
  /** A running sync has to finish first. */
  | 'retry-later'
  | 'unknown-product'
  /** The product cannot be sold here (see mapProduct), or the shop lacks its category. */
  | 'invalid-product';

interface Delivery {
  /** X-Shopify-Webhook-Id. */
  readonly id: string;
  readonly topic: string;
  readonly currencyCode: string;
}

/** A movement by the platform. */
const moveAt = (at: string) => ({ at: new Date(at), reason: 'synced', actor: 'system' }) as const;

const isOlder = (a: string, b: string) => Date.parse(a) < Date.parse(b);

/**
 * True if the product is a draft that a running sync is about to publish; only that sync may write
 * it.
 */
const isPendingInSync = (ours: DocumentSnapshot | undefined) => ours?.get('syncId') !== undefined;

async function applyProduct(
  db: Firestore,
  transaction: Transaction,
  remote: PlatformProduct,
  delivery: Delivery,
  at: string,
): Promise<WebhookOutcome> {
  const mapped = mapProduct(remote, delivery.currencyCode);
  if ('problem' in mapped) return 'invalid-product';
  const [ours, synced] = await transaction.getAll(
    productDocument(db, mapped.id),
    syncedProductDocument(db, mapped.id),
  );
  if (isPendingInSync(ours)) return 'retry-later';
  const lastSynced = synced?.data() as SyncedProduct | undefined;
  if (lastSynced && isOlder(remote.updatedAt, lastSynced.platformUpdatedAt)) return 'outdated';
  const current = ours?.data();
  const categoryIds = await readCategoryIds(db, transaction);
  if (findUnknownCategory(mapped.fields.category, current?.category, categoryIds) !== undefined)
    return 'invalid-product';
  const change = { ...mapped, platformUpdatedAt: remote.updatedAt };
  const book = bookOf(db, transaction);
  const isKept = current !== undefined && keepsStock(current, change, lastSynced);
  const counted = isKept ? current : await withCountedStock(book, mapped.id, current ?? {});
  const { after: changed, synced: nextSynced } = diffProduct(counted, change, lastSynced);
  const variants = changed.variants as readonly Variant[] | undefined;
  const after =
    isKept || variants === undefined
      ? changed
      : { ...changed, variants: await moveStockTo(book, mapped.id, current ?? {}, variants, moveAt(at)) };
  book.write();
  transaction.set(syncedProductDocument(db, mapped.id), nextSynced);
  if (current === undefined) {
    const { status } = mapped.fields;
    transaction.create(productDocument(db, mapped.id), {
      ...newProduct(after),
      status,
      createdAt: at,
      stockAt: at,
      updatedAt: at,
    });
    return 'applied';
  }
  if (Object.keys(after).length === 0) return 'unchanged';
  const update = Object.fromEntries(
    Object.entries(after).map(([name, value]) => [name, value === null ? FieldValue.delete() : value]),
  );
  const updatedAt = nextVersion(current.updatedAt, new Date(at));
  transaction.update(productDocument(db, mapped.id), { ...update, updatedAt });
  return 'applied';
}

async function applyDeleted(
  db: Firestore,
  transaction: Transaction,
  gid: string,
  deletedAt: string,
  at: string,
): Promise<WebhookOutcome> {
  const id = productId(gid);
  const [ours, synced] = await transaction.getAll(productDocument(db, id), syncedProductDocument(db, id));
  const lastSynced = synced?.data() as SyncedProduct | undefined;
  if (!ours?.exists) return 'unknown-product';
  if (isPendingInSync(ours)) return 'retry-later';
  if (lastSynced && isOlder(deletedAt, lastSynced.platformUpdatedAt)) return 'outdated';
  if (ours.get('status') === 'archived') return 'unchanged';
  const updatedAt = nextVersion(ours.get('updatedAt'), new Date(at));
  transaction.update(ours.ref, { status: 'archived', inStock: false, updatedAt });
  if (lastSynced) transaction.update(syncedProductDocument(db, id), { platformUpdatedAt: deletedAt });
  return 'applied';
}

async function applyInventory(
  db: Firestore,
  transaction: Transaction,
  change: Extract<PlatformChange, { kind: 'inventory' }>,
  at: string,
): Promise<WebhookOutcome> {
  const item = legacyId(change.inventoryItemId);
  const owners = db.collection('syncedProducts').where('inventoryItemIds', 'array-contains', item).limit(1);
  const [owner] = (await transaction.get(owners)).docs;
  if (owner === undefined) return 'unknown-product';
  const ours = await transaction.get(productDocument(db, owner.id));
  if (isPendingInSync(ours)) return 'retry-later';
  const book = bookOf(db, transaction);
  const counted = await withCountedStock(book, owner.id, ours.data() ?? {});
  const moved = moveLevel(owner.data() as SyncedProduct, counted.variants as Variant[], change);
  if (moved === 'outdated') return moved;
  const { synced } = moved;
  const isMoved = moved.variants !== undefined && ours.exists;
  const variants = isMoved
    ? await moveStockTo(book, owner.id, ours.data() ?? {}, moved.variants, moveAt(at))
    : [];
  transaction.set(owner.ref, synced);
  if (!isMoved) return 'unchanged';
  book.write();
  transaction.update(ours.ref, {
    variants,
    inStock: ours.get('status') === 'active' && isAvailable(variants),
    updatedAt: nextVersion(ours.get('updatedAt'), new Date(at)),
  });
  return 'applied';
}

/**
 * Applies a verified delivery. Before the first full sync it changes nothing ('never-synced'): a
 * single synced product would hide the whole sample catalog (specification, section 7, the
 * shopify-first rule). After 'retry-later', the same delivery can be applied again; after any other
 * outcome, the next one is a duplicate.
 */
export function applyWebhook(
  db: Firestore,
  change: PlatformChange,
  delivery: Delivery,
  now: Date,
): Promise<WebhookOutcome> {
  const event = db.doc(`platformEvents/${encodeURIComponent(delivery.id)}`);
  const at = now.toISOString();
  return db.runTransaction(async (transaction) => {
    const [seen, live, lease] = await transaction.getAll(event, liveDocument(db), leaseDocument(db));
    if (seen?.exists) return 'duplicate';
    if (!live?.exists) return isHeld(lease, now) ? 'retry-later' : 'never-synced';
    const outcome =
      change.kind === 'product'
        ? await applyProduct(db, transaction, change.product, delivery, at)
        : change.kind === 'deleted'
          ? await applyDeleted(db, transaction, change.productId, change.at, at)
          : await applyInventory(db, transaction, change, at);
    if (outcome === 'retry-later') return outcome;
    transaction.create(event, { topic: delivery.topic, outcome, at });
    return outcome;
  });
}
