// Owns writing the products that a run will bring, as drafts that carry the run's id: hidden until its commit.
import type { Firestore } from 'firebase-admin/firestore';
import { newProduct, toSyncedProduct } from './diff-product.ts';
import {
  changesCollection,
  chunks,
  productDocument,
  type StagedChange,
  syncedProductDocument,
} from './sync-documents.ts';
import type { Lease } from './sync-lease.ts';

const CREATE_MAX_ATTEMPTS = 3;
const ALREADY_EXISTS = 6;

async function createChunk(db: Firestore, lease: Lease, ids: readonly string[], at: string): Promise<void> {
  const [staged, ours] = await Promise.all([
    db.getAll(...ids.map((id) => changesCollection(db, lease.syncId).doc(id))),
    db.getAll(...ids.map((id) => productDocument(db, id))),
  ]);
  const batch = db.batch();
  staged.forEach((document, index) => {
    if (ours[index]?.exists) return;
    const change = document.data() as StagedChange;
    batch.create(productDocument(db, document.id), {
      ...newProduct(change.fields),
      createdAt: at,
      updatedAt: at,
      syncId: lease.syncId,
    });
    batch.set(syncedProductDocument(db, document.id), toSyncedProduct(change, undefined));
  });
  await batch.commit();
}

/** Creates the staged products that we do not have yet. */
export async function createDrafts(
  db: Firestore,
  lease: Lease,
  ids: readonly string[],
  now: Date,
): Promise<void> {
  for (const chunk of chunks(ids)) {
    for (let tries = 1; ; tries += 1) {
      try {
        await createChunk(db, lease, chunk, now.toISOString());
        break;
      } catch (thrown) {
        // A webhook brought one of them in between.
        if ((thrown as { code?: number }).code !== ALREADY_EXISTS || tries === CREATE_MAX_ATTEMPTS)
          throw thrown;
      }
    }
  }
}
