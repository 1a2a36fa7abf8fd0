// Undo restores the fields that a sync changed. Stock changes back by as much as the sync had changed it, so units sold since then stay
// sold.

import type { Variant } from '@savepoint/model/product';
import { isAvailable } from '@savepoint/model/product';
import { nextVersion } from '@savepoint/model/product-version';
import { type AppliedChange, SYNC_HISTORY_MAX, type SyncRecord } from '@savepoint/model/sync-record';
import { FieldValue, type Firestore } from 'firebase-admin/firestore';
import {
  changesCollection,
  leaseDocument,
  liveDocument,
  productDocument,
  syncedProductDocument,
  syncsCollection,
} from './sync-documents.ts';

/** The sync cannot be undone; `message` says why to the admin. */
export class CannotUndoError extends Error {
  override readonly name = 'CannotUndoError';
}

type Fields = Readonly<Record<string, unknown>>;

function restoreVariants(
  current: readonly Variant[],
  before: readonly Variant[],
  after: readonly Variant[],
): Variant[] {
  const find = (list: readonly Variant[], key: string | undefined) =>
    list.find(({ shopifyVariantId }) => shopifyVariantId === key);
  return before.map((variant) => {
    const now = find(current, variant.shopifyVariantId);
    const then = find(after, variant.shopifyVariantId);
    if (now === undefined || then === undefined) return variant;
    return { ...variant, stock: Math.max(0, now.stock - (then.stock - variant.stock)) };
  });
}

/** The fields that undo a change of a product; null removes a field. A created product is archived. */
function reverseChange(change: AppliedChange, current: Fields): Fields {
  if (change.kind === 'created') return { status: 'archived', inStock: false };
  const reversed: Record<string, unknown> = { ...change.before };
  if (change.before.variants) {
    const variants = restoreVariants(
      (current.variants as Variant[]) ?? [],
      change.before.variants as Variant[],
      (change.after.variants as Variant[]) ?? [],
    );
    reversed.variants = variants;
    const status = reversed.status ?? current.status;
    reversed.inStock = status === 'active' && isAvailable(variants);
  }
  return reversed;
}

/** Undoes the last applied sync in one transaction. Rejects with CannotUndoError for any other, or while a sync runs. */
export async function undoSync(db: Firestore, syncId: string, now: Date): Promise<void> {
  const applied = await changesCollection(db, syncId)
    .where('kind', 'in', ['created', 'updated', 'archived'])
    .select('kind', 'before', 'after', 'platformStockBefore')
    .get();
  await db.runTransaction(async (transaction) => {
    const [record, live, lease] = await transaction.getAll(
      syncsCollection(db).doc(syncId),
      liveDocument(db),
      leaseDocument(db),
    );
    const recent = await transaction.get(
      syncsCollection(db)
        .orderBy('startedAt', 'desc')
        .limit(SYNC_HISTORY_MAX + 1),
    );
    const status = (record?.data() as SyncRecord | undefined)?.status;
    if (status === undefined) throw new CannotUndoError('There is no such sync.');
    if (status !== 'applied')
      throw new CannotUndoError(`This sync is ${status}, so there is nothing to undo.`);
    if (live?.get('syncId') !== syncId)
      throw new CannotUndoError('Only the last applied sync can be undone.');
    if (lease?.exists) throw new CannotUndoError('A sync is running. Undo when it has finished.');
    const ids = applied.docs.map(({ id }) => id);
    const refs = ids.map((id) => productDocument(db, id));
    const current =
      refs.length === 0
        ? []
        : await transaction.getAll(...refs, { fieldMask: ['status', 'variants', 'updatedAt'] });
    applied.docs.forEach((document, index) => {
      const fields = current[index]?.data();
      if (fields === undefined) return;
      const change = document.data() as AppliedChange;
      const reversed = reverseChange(change, fields);
      const update = Object.fromEntries(
        Object.entries(reversed).map(([name, value]) => [name, value === null ? FieldValue.delete() : value]),
      );
      const updatedAt = nextVersion(fields.updatedAt, now);
      transaction.update(productDocument(db, document.id), { ...update, updatedAt });
      const { platformStockBefore } = change;
      if (change.kind === 'updated' && platformStockBefore !== null)
        transaction.update(syncedProductDocument(db, document.id), { platformStock: platformStockBefore });
    });
    transaction.update(syncsCollection(db).doc(syncId), { status: 'undone', finishedAt: now.toISOString() });
    const previous = recent.docs.find(
      (document) => document.id !== syncId && document.get('status') === 'applied',
    );
    if (previous === undefined) transaction.delete(liveDocument(db));
    else transaction.set(liveDocument(db), { syncId: previous.id, at: now.toISOString() });
  });
}
