import { SYNC_HISTORY_MAX, type SyncRecord } from '@savepoint/model/sync-record';
import type { Firestore } from 'firebase-admin/firestore';
import { leaseDocument } from '../catalog/lease-document.ts';
import type { ReadProductPage } from '../shop-platform/platform-product.ts';
import { applySync } from './apply-sync.ts';
import { stageSync } from './stage-sync.ts';
import { chunks, syncsCollection } from './sync-documents.ts';
import { acquireLease, type Lease } from './sync-lease.ts';

/** The dependencies of a sync. */
export interface SyncContext {
  readonly db: Firestore;
  readonly readPage: ReadProductPage;
  readonly now: () => Date;
  readonly newId: () => string;
}

export interface SyncResult {
  readonly syncId: string;
  readonly record: SyncRecord;
}

async function deleteOldSyncs({ db }: SyncContext): Promise<void> {
  const old = await syncsCollection(db).orderBy('startedAt', 'desc').offset(SYNC_HISTORY_MAX).get();
  for (const { ref } of old.docs) await db.recursiveDelete(ref);
}

/** Deletes the drafts of a failed run; they were never published. */
async function deleteDrafts(db: Firestore, syncId: string): Promise<void> {
  const drafts = await db.collection('products').where('syncId', '==', syncId).get();
  for (const chunk of chunks(drafts.docs)) {
    const batch = db.batch();
    for (const { ref } of chunk) {
      batch.delete(ref);
      batch.delete(db.doc(`syncedProducts/${ref.id}`));
    }
    await batch.commit();
  }
}

async function markFailed({ db, now }: SyncContext, lease: Lease, cause: unknown): Promise<void> {
  const held = (await leaseDocument(db).get()).data();
  if (held?.holder !== lease.holder) return;
  await deleteDrafts(db, lease.syncId);
  const error = cause instanceof Error ? cause.message : String(cause);
  const batch = db.batch();
  batch.update(syncsCollection(db).doc(lease.syncId), {
    status: 'failed',
    error,
    finishedAt: now().toISOString(),
  });
  batch.delete(leaseDocument(db));
  await batch.commit();
}

/**
 * Replaces the synced catalog by the platform's, all or nothing, and resumes a run whose process
 * crashed. Rejects with SyncInProgressError while another process runs it, and with PlatformError
 * or SyncTooLargeError if it failed; the catalog is then unchanged.
 */
export async function runSync(context: SyncContext, startedBy: string): Promise<SyncResult> {
  const lease = await acquireLease(context.db, context.now(), context.newId, startedBy);
  try {
    await stageSync(context.db, lease, context.readPage, context.now);
    const record = await applySync(context.db, lease, context.now);
    await deleteOldSyncs(context);
    return { syncId: lease.syncId, record };
  } catch (error) {
    await markFailed(context, lease, error);
    throw error;
  }
}
