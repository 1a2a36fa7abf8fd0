import type { Variant } from '@savepoint/model/product';
import type { StagedChange } from '@savepoint/model/sync-record';
import type { Firestore } from 'firebase-admin/firestore';
import { diffProduct, newProduct } from './diff-product.ts';
import { changesCollection, chunks, productDocument, syncedProductDocument } from './sync-documents.ts';
import type { Lease } from './sync-lease.ts';
import { moveStockTo, openBook } from './sync-stock.ts';

const CREATE_MAX_ATTEMPTS = 3;
const ALREADY_EXISTS = 6;

async function createChunk(db: Firestore, lease: Lease, ids: readonly string[], at: string): Promise<void> {
  const [staged, ours] = await Promise.all([
    db.getAll(...ids.map((id) => changesCollection(db, lease.syncId).doc(id))),
    db.getAll(...ids.map((id) => productDocument(db, id))),
  ]);
  const batch = db.batch();
  const stock = openBook(db);
  const created = staged.filter((_, index) => !ours[index]?.exists);
  await stock.book.readShards(created.map(({ id }) => id));
  for (const document of created) {
    const { after, synced } = diffProduct({}, document.data() as StagedChange, undefined);
    batch.create(productDocument(db, document.id), {
      ...newProduct(after),
      createdAt: at,
      stockAt: at,
      updatedAt: at,
      syncId: lease.syncId,
    });
    batch.set(syncedProductDocument(db, document.id), synced);
    const move = { at: new Date(at), reason: 'synced', actor: 'system' } as const;
    await moveStockTo(stock.book, document.id, {}, after.variants as readonly Variant[], move);
  }
  stock.addTo(batch);
  await batch.commit();
}

/** Creates missing staged products as drafts with the run's id; its commit publishes them. */
export async function createDrafts(
  db: Firestore,
  lease: Lease,
  ids: readonly string[],
  now: Date,
): Promise<void> {
  for (const chunk of chunks(ids)) {
    for (let attempt = 1; ; attempt += 1) {
      try {
        await createChunk(db, lease, chunk, now.toISOString());
        break;
      } catch (error) {
        // A webhook created one of them meanwhile.
        if ((error as { code?: number }).code !== ALREADY_EXISTS || attempt === CREATE_MAX_ATTEMPTS)
          throw error;
      }
    }
  }
}
