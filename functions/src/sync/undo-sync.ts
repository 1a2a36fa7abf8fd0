// Undo reverses a sync's changes, except where somebody has changed the product since
// (reverse-change.ts).

import type { Variant } from '@savepoint/model/product';
import { nextVersion } from '@savepoint/model/product-version';
import {
  type AppliedChange,
  SYNC_HISTORY_MAX,
  SYNCED_FIELDS,
  type SyncRecord,
} from '@savepoint/model/sync-record';
import { type DocumentSnapshot, FieldValue, type Firestore } from 'firebase-admin/firestore';
import { findUnknownCategory, readCategoryIds } from '../catalog/known-categories.ts';
import { leaseDocument } from '../catalog/lease-document.ts';
import { reverseChange } from './reverse-change.ts';
import {
  changesCollection,
  liveDocument,
  productDocument,
  type SyncedProduct,
  syncedProductDocument,
  syncsCollection,
} from './sync-documents.ts';
import { bookOf, moveStockTo, withCountedStock } from './sync-stock.ts';

/** The sync cannot be undone; `message` says why to staff. */
export class CannotUndoError extends Error {
  override readonly name = 'CannotUndoError';
}

/** True if the sync has read the stock of a product, so that undoing it moves that back. */
const movesStock = (change: DocumentSnapshot) =>
  change.get('kind') === 'updated' && Boolean(change.get('platformStockBefore'));

/**
 * Undoes the last applied sync in one transaction. Rejects with CannotUndoError for any other,
 * while a sync runs, and if a product would return to a category that has been deleted since.
 */
export async function undoSync(db: Firestore, syncId: string, now: Date): Promise<void> {
  const applied = await changesCollection(db, syncId)
    .where('kind', 'in', ['created', 'updated', 'archived'])
    .select('kind', 'before', 'after', 'platformStockBefore', 'platformStockAfter')
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
    const products =
      ids.length === 0
        ? []
        : await transaction.getAll(...ids.map((id) => productDocument(db, id)), {
            fieldMask: [...SYNCED_FIELDS, 'updatedAt'],
          });
    const syncedProducts =
      ids.length === 0 ? [] : await transaction.getAll(...ids.map((id) => syncedProductDocument(db, id)));
    const categoryIds = await readCategoryIds(db, transaction);
    const book = bookOf(db, transaction);
    const moved = applied.docs.filter((document, index) => products[index]?.exists && movesStock(document));
    await book.readShards(moved.map(({ id }) => id));
    const writes: (() => void)[] = [];
    for (const [index, document] of applied.docs.entries()) {
      const shown = products[index]?.data();
      if (shown === undefined) continue;
      const isMoved = movesStock(document);
      const current = isMoved ? await withCountedStock(book, document.id, shown) : shown;
      const lastSynced = syncedProducts[index]?.data() as SyncedProduct | undefined;
      const { fields, synced } = reverseChange(document.data() as AppliedChange, current, lastSynced);
      const category = fields.category ?? current.category;
      const unknown = findUnknownCategory(category, current.category, categoryIds);
      if (unknown !== undefined) throw new CannotUndoError(`'${String(current.name)}': ${unknown}`);
      const variants = fields.variants as readonly Variant[] | undefined;
      const move = { at: now, reason: 'sync-undone', actor: 'admin' } as const;
      const shownAfter =
        isMoved && variants !== undefined
          ? { ...fields, variants: await moveStockTo(book, document.id, shown, variants, move) }
          : fields;
      const update = Object.fromEntries(
        Object.entries(shownAfter).map(([name, value]) => [
          name,
          value === null ? FieldValue.delete() : value,
        ]),
      );
      const updatedAt = nextVersion(current.updatedAt, now);
      writes.push(() => {
        transaction.update(productDocument(db, document.id), { ...update, updatedAt });
        if (synced !== undefined) transaction.set(syncedProductDocument(db, document.id), synced);
      });
    }
    book.write();
    for (const write of writes) write();
    transaction.update(syncsCollection(db).doc(syncId), { status: 'undone', finishedAt: now.toISOString() });
    const previous = recent.docs.find(
      (document) => document.id !== syncId && document.get('status') === 'applied',
    );
    if (previous === undefined) transaction.delete(liveDocument(db));
    else transaction.set(liveDocument(db), { syncId: previous.id, at: now.toISOString() });
  });
}
