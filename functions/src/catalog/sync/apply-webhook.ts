// Each delivery is applied in one transaction that also stores its id in platformEvents, so that a duplicate has no effect. Deliveries
// arrive in any order: one that is older than what was synced last is dropped.
import type { Variant } from '@savepoint/model/product';
import { isAvailable, STOCK_MAX } from '@savepoint/model/product';
import { nextVersion } from '@savepoint/model/product-version';
import {
  type DocumentSnapshot,
  FieldValue,
  type Firestore,
  type Transaction,
} from 'firebase-admin/firestore';
import type { PlatformChange } from '../../shop-platform/parse-webhook.ts';
import type { PlatformProduct } from '../../shop-platform/platform-product.ts';
import { diffProduct, newProduct, toSyncedProduct, withNewerStock } from './diff-product.ts';
import { mapProduct, productId } from './map-product.ts';
import {
  leaseDocument,
  liveDocument,
  productDocument,
  type SyncedProduct,
  syncedProductDocument,
} from './sync-documents.ts';
import { isHeld } from './sync-lease.ts';

type WebhookOutcome =
  | 'applied'
  | 'duplicate'
  | 'outdated'
  | 'unchanged'
  /** No full sync was applied yet. */
  | 'never-synced'
  /** A running sync has to finish first. */
  | 'retry-later'
  | 'unknown-product'
  /** The product cannot be sold here; see mapProduct. */
  | 'invalid-product';

interface Delivery {
  /** X-Shopify-Webhook-Id. */
  readonly id: string;
  readonly topic: string;
  readonly currencyCode: string;
}

const isOlder = (a: string, b: string) => Date.parse(a) < Date.parse(b);

/** Whether the product is a draft that a running sync is about to publish; only that sync may write it. */
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
  const fields = {
    ...mapped.fields,
    variants: withNewerStock(mapped.fields.variants, remote.updatedAt, lastSynced),
  };
  const nextSynced = toSyncedProduct({ ...mapped, fields, platformUpdatedAt: remote.updatedAt }, lastSynced);
  const current = ours?.data();
  if (current === undefined) {
    const created = { ...newProduct(fields), status: fields.status, createdAt: at, updatedAt: at };
    transaction.create(productDocument(db, mapped.id), created);
    transaction.set(syncedProductDocument(db, mapped.id), nextSynced);
    return 'applied';
  }
  const { after } = diffProduct(current, fields, lastSynced);
  transaction.set(syncedProductDocument(db, mapped.id), nextSynced);
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
  const item = change.inventoryItemId.slice(change.inventoryItemId.lastIndexOf('/') + 1);
  const owners = db.collection('syncedProducts').where('inventoryItemIds', 'array-contains', item).limit(1);
  const [owner] = (await transaction.get(owners)).docs;
  if (owner === undefined) return 'unknown-product';
  const lastSynced = owner.data() as SyncedProduct;
  const gid = lastSynced.inventoryItems[item] ?? '';
  const ours = await transaction.get(productDocument(db, owner.id));
  if (isPendingInSync(ours)) return 'retry-later';
  // A product webhook includes the stock, so it outdates older inventory webhooks as well.
  if (
    [lastSynced.stockSyncedAt?.[item], lastSynced.platformUpdatedAt].some(
      (time) => time && isOlder(change.at, time),
    )
  )
    return 'outdated';
  const difference = change.available - (lastSynced.platformStock[gid] ?? 0);
  const variants = ((ours.get('variants') as Variant[] | undefined) ?? []).map((variant) =>
    variant.shopifyVariantId === gid
      ? { ...variant, stock: Math.min(Math.max(0, variant.stock + difference), STOCK_MAX) }
      : variant,
  );
  transaction.update(owner.ref, {
    platformStock: { ...lastSynced.platformStock, [gid]: change.available },
    stockSyncedAt: { ...lastSynced.stockSyncedAt, [item]: change.at },
  } satisfies Partial<SyncedProduct>);
  if (difference === 0 || !ours.exists) return 'unchanged';
  transaction.update(ours.ref, {
    variants,
    inStock: ours.get('status') === 'active' && isAvailable(variants),
    updatedAt: nextVersion(ours.get('updatedAt'), new Date(at)),
  });
  return 'applied';
}

/**
 * Applies a verified delivery. Before the first full sync it changes nothing ('never-synced'): a single synced product would hide the
 * whole sample catalogue (specification, section 7, the shopify-first rule). After 'retry-later' the same delivery can be applied
 * again; any other outcome makes the next one a duplicate.
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
