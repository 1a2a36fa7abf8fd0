// Owns one change told by a webhook: product edited, product gone, stock moved. Each is one transaction that also notes
// the delivery's id, so a delivery that comes twice, or late, changes nothing twice.
import type { Variant } from '@savepoint/model/product';
import { isAvailable, STOCK_MAX } from '@savepoint/model/product';
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

export type WebhookOutcome =
  | 'applied'
  | 'repeated'
  | 'outdated'
  | 'unchanged'
  | 'not-live'
  /** A running sync is about to bring this product; the platform should send it again. */
  | 'later'
  | 'unknown-product'
  | 'refused';

interface Delivery {
  /** X-Shopify-Webhook-Id. */
  readonly id: string;
  readonly topic: string;
  readonly currencyCode: string;
}

const isOlder = (a: string, b: string) => Date.parse(a) < Date.parse(b);

/** A draft that a running sync is about to switch on is that sync's to write until then. */
const isPendingInSync = (ours: DocumentSnapshot | undefined) => ours?.get('syncId') !== undefined;

async function applyProduct(
  db: Firestore,
  transaction: Transaction,
  found: PlatformProduct,
  delivery: Delivery,
  at: string,
): Promise<WebhookOutcome> {
  const mapped = mapProduct(found, delivery.currencyCode);
  if ('problem' in mapped) return 'refused';
  const [ours, heard] = await transaction.getAll(
    productDocument(db, mapped.id),
    syncedProductDocument(db, mapped.id),
  );
  if (isPendingInSync(ours)) return 'later';
  const lastSynced = heard?.data() as SyncedProduct | undefined;
  if (lastSynced && isOlder(found.updatedAt, lastSynced.platformUpdatedAt)) return 'outdated';
  const fields = {
    ...mapped.fields,
    variants: withNewerStock(mapped.fields.variants, found.updatedAt, lastSynced),
  };
  const synced = toSyncedProduct({ ...mapped, fields, platformUpdatedAt: found.updatedAt }, lastSynced);
  const current = ours?.data();
  if (current === undefined) {
    const created = { ...newProduct(fields), status: fields.status, createdAt: at, updatedAt: at };
    transaction.create(productDocument(db, mapped.id), created);
    transaction.set(syncedProductDocument(db, mapped.id), synced);
    return 'applied';
  }
  const { after } = diffProduct(current, fields, lastSynced);
  transaction.set(syncedProductDocument(db, mapped.id), synced);
  if (Object.keys(after).length === 0) return 'unchanged';
  const update = Object.fromEntries(
    Object.entries(after).map(([name, value]) => [name, value === null ? FieldValue.delete() : value]),
  );
  transaction.update(productDocument(db, mapped.id), { ...update, updatedAt: at });
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
  const [ours, heard] = await transaction.getAll(productDocument(db, id), syncedProductDocument(db, id));
  const lastSynced = heard?.data() as SyncedProduct | undefined;
  if (!ours?.exists) return 'unknown-product';
  if (isPendingInSync(ours)) return 'later';
  if (lastSynced && isOlder(deletedAt, lastSynced.platformUpdatedAt)) return 'outdated';
  if (ours.get('status') === 'archived') return 'unchanged';
  transaction.update(ours.ref, { status: 'archived', inStock: false, updatedAt: at });
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
  const heard = owner.data() as SyncedProduct;
  const gid = heard.inventoryItems[item] ?? '';
  const ours = await transaction.get(productDocument(db, owner.id));
  if (isPendingInSync(ours)) return 'later';
  // The platform's word on the whole product has its stock in it, so it makes older words on stock alone outdated.
  if (
    [heard.stockSyncedAt?.[item], heard.platformUpdatedAt].some((known) => known && isOlder(change.at, known))
  )
    return 'outdated';
  const moved = change.available - (heard.platformStock[gid] ?? 0);
  const variants = ((ours.get('variants') as Variant[] | undefined) ?? []).map((variant) =>
    variant.shopifyVariantId === gid
      ? { ...variant, stock: Math.min(Math.max(0, variant.stock + moved), STOCK_MAX) }
      : variant,
  );
  transaction.update(owner.ref, {
    platformStock: { ...heard.platformStock, [gid]: change.available },
    stockHeardAt: { ...heard.stockSyncedAt, [item]: change.at },
  });
  if (moved === 0 || !ours.exists) return 'unchanged';
  transaction.update(ours.ref, {
    variants,
    inStock: ours.get('status') === 'active' && isAvailable(variants),
    updatedAt: at,
  });
  return 'applied';
}

/**
 * Applies one verified delivery. Until a first full sync was applied it changes nothing ('not-live'): a single synced
 * product would hide the whole sample catalogue (specification, section 7, the shopify-first rule). 'later' is not noted,
 * so that the same delivery counts when it comes again.
 */
export function applyWebhook(
  db: Firestore,
  change: PlatformChange,
  delivery: Delivery,
  now: Date,
): Promise<WebhookOutcome> {
  const noted = db.doc(`platformEvents/${encodeURIComponent(delivery.id)}`);
  const at = now.toISOString();
  return db.runTransaction(async (transaction) => {
    const [seen, live, lease] = await transaction.getAll(noted, liveDocument(db), leaseDocument(db));
    if (seen?.exists) return 'repeated';
    if (!live?.exists) return isHeld(lease, now) ? 'later' : 'not-live';
    const outcome =
      change.kind === 'product'
        ? await applyProduct(db, transaction, change.product, delivery, at)
        : change.kind === 'deleted'
          ? await applyDeleted(db, transaction, change.productId, change.at, at)
          : await applyInventory(db, transaction, change, at);
    if (outcome === 'later') return outcome;
    transaction.create(noted, { topic: delivery.topic, outcome, at });
    return outcome;
  });
}
