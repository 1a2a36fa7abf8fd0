// Owns one change told by a webhook: product edited, product gone, stock moved. Each is one transaction that also notes
// the delivery's id, so a delivery that comes twice, or late, changes nothing twice.
import type { Variant } from '@savepoint/model/product';
import { isAvailable, STOCK_MAX } from '@savepoint/model/product';
import { FieldValue, type Firestore, type Transaction } from 'firebase-admin/firestore';
import type { PlatformProduct } from '../../shop-platform/platform-product.ts';
import type { PlatformChange } from '../../shop-platform/read-webhook.ts';
import { diffProduct, newProduct, platformStockOf } from './diff-product.ts';
import { mapProduct, productId } from './map-product.ts';
import { liveDocument, product, type SyncedProduct, syncedProduct } from './sync-record.ts';

export type ChangeOutcome =
  | 'applied'
  | 'repeated'
  | 'outdated'
  | 'unchanged'
  | 'not-live'
  | 'unknown-product'
  | 'refused';

interface Delivery {
  /** X-Shopify-Webhook-Id. */
  readonly id: string;
  readonly topic: string;
  readonly currencyCode: string;
}

const isOlder = (a: string, b: string) => Date.parse(a) < Date.parse(b);

async function applyProduct(
  db: Firestore,
  transaction: Transaction,
  found: PlatformProduct,
  delivery: Delivery,
  at: string,
): Promise<ChangeOutcome> {
  const mapped = mapProduct(found, delivery.currencyCode);
  if ('problem' in mapped) return 'refused';
  const [ours, heard] = await transaction.getAll(product(db, mapped.id), syncedProduct(db, mapped.id));
  const lastHeard = heard?.data() as SyncedProduct | undefined;
  if (lastHeard && isOlder(found.updatedAt, lastHeard.platformUpdatedAt)) return 'outdated';
  const synced: SyncedProduct = {
    platformUpdatedAt: found.updatedAt,
    platformStock: platformStockOf(mapped.fields.variants),
    inventoryItems: mapped.inventoryItems,
    inventoryItemIds: Object.keys(mapped.inventoryItems),
  };
  const current = ours?.data();
  if (current === undefined) {
    const created = {
      ...newProduct(mapped.fields),
      status: mapped.fields.status,
      createdAt: at,
      updatedAt: at,
    };
    transaction.create(product(db, mapped.id), created);
    transaction.set(syncedProduct(db, mapped.id), synced);
    return 'applied';
  }
  // A draft that a running sync is about to switch on is that sync's to write; it will read the platform's newer word.
  if (current.syncId !== undefined) return 'not-live';
  const { after } = diffProduct(current, mapped.fields, lastHeard);
  transaction.set(syncedProduct(db, mapped.id), synced);
  if (Object.keys(after).length === 0) return 'unchanged';
  const update = Object.fromEntries(
    Object.entries(after).map(([name, value]) => [name, value === null ? FieldValue.delete() : value]),
  );
  transaction.update(product(db, mapped.id), { ...update, updatedAt: at });
  return 'applied';
}

async function applyDeleted(
  db: Firestore,
  transaction: Transaction,
  gid: string,
  deletedAt: string,
  at: string,
): Promise<ChangeOutcome> {
  const id = productId(gid);
  const [ours, heard] = await transaction.getAll(product(db, id), syncedProduct(db, id));
  const lastHeard = heard?.data() as SyncedProduct | undefined;
  if (!ours?.exists) return 'unknown-product';
  if (lastHeard && isOlder(deletedAt, lastHeard.platformUpdatedAt)) return 'outdated';
  if (ours.get('status') === 'archived') return 'unchanged';
  transaction.update(ours.ref, { status: 'archived', inStock: false, updatedAt: at });
  if (lastHeard) transaction.update(syncedProduct(db, id), { platformUpdatedAt: deletedAt });
  return 'applied';
}

async function applyInventory(
  db: Firestore,
  transaction: Transaction,
  change: Extract<PlatformChange, { kind: 'inventory' }>,
  at: string,
): Promise<ChangeOutcome> {
  const item = change.inventoryItemId.slice(change.inventoryItemId.lastIndexOf('/') + 1);
  const owners = db.collection('syncedProducts').where('inventoryItemIds', 'array-contains', item).limit(1);
  const [owner] = (await transaction.get(owners)).docs;
  if (owner === undefined) return 'unknown-product';
  const heard = owner.data() as SyncedProduct;
  const gid = heard.inventoryItems[item] ?? '';
  const ours = await transaction.get(product(db, owner.id));
  const stockAt = (owner.get('stockHeardAt') as Record<string, string> | undefined)?.[item];
  if (stockAt !== undefined && isOlder(change.at, stockAt)) return 'outdated';
  const moved = change.available - (heard.platformStock[gid] ?? 0);
  const variants = ((ours.get('variants') as Variant[] | undefined) ?? []).map((variant) =>
    variant.shopifyVariantId === gid
      ? { ...variant, stock: Math.min(Math.max(0, variant.stock + moved), STOCK_MAX) }
      : variant,
  );
  transaction.update(owner.ref, {
    platformStock: { ...heard.platformStock, [gid]: change.available },
    stockHeardAt: { ...(owner.get('stockHeardAt') ?? {}), [item]: change.at },
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
 * product would hide the whole sample catalogue (specification, section 7, the shopify-first rule).
 */
export function applyChange(
  db: Firestore,
  change: PlatformChange,
  delivery: Delivery,
  now: Date,
): Promise<ChangeOutcome> {
  const noted = db.doc(`platformEvents/${encodeURIComponent(delivery.id)}`);
  const at = now.toISOString();
  return db.runTransaction(async (transaction) => {
    const [seen, live] = await transaction.getAll(noted, liveDocument(db));
    if (seen?.exists) return 'repeated';
    if (!live?.exists) return 'not-live';
    const outcome =
      change.kind === 'product'
        ? await applyProduct(db, transaction, change.product, delivery, at)
        : change.kind === 'deleted'
          ? await applyDeleted(db, transaction, change.productId, change.at, at)
          : await applyInventory(db, transaction, change, at);
    transaction.create(noted, { topic: delivery.topic, outcome, at });
    return outcome;
  });
}
