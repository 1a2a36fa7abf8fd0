// Owns a whole sync from lease to clean-up: the use case that the callable, the schedule and the tests start.
import type { Firestore } from 'firebase-admin/firestore';
import type { ReadProductPage } from '../../shop-platform/platform-product.ts';
import { applySync } from './apply-sync.ts';
import { stageSync } from './stage-sync.ts';
import { leaseDocument, SYNCS_KEPT, type SyncRecord, syncsCollection } from './sync-documents.ts';
import { acquireLease, type Lease } from './sync-lease.ts';

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
  const old = await syncsCollection(db).orderBy('startedAt', 'desc').offset(SYNCS_KEPT).get();
  for (const { ref } of old.docs) await db.recursiveDelete(ref);
}

/** Drafts that a failed run made for its commit; nobody has seen them. */
async function deleteDrafts(db: Firestore, syncId: string): Promise<void> {
  const drafts = await db.collection('products').where('syncId', '==', syncId).get();
  for (let start = 0; start < drafts.size; start += 200) {
    const batch = db.batch();
    for (const { ref } of drafts.docs.slice(start, start + 200)) {
      batch.delete(ref);
      batch.delete(db.doc(`syncedProducts/${ref.id}`));
    }
    await batch.commit();
  }
}

async function markFailed(tools: SyncContext, lease: Lease, thrown: unknown): Promise<void> {
  const { db, now } = tools;
  const held = (await leaseDocument(db).get()).data();
  if (held?.holder !== lease.holder) return;
  await deleteDrafts(db, lease.syncId);
  const error = thrown instanceof Error ? thrown.message : String(thrown);
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
 * Brings the catalogue to what the platform has now, all or nothing. A run whose process died is gone on with.
 * Rejects with SyncBusyError when another is running, PlatformError or SyncTooLargeError when it failed; then the
 * catalogue is as it was.
 */
export async function runSync(tools: SyncContext, startedBy: string): Promise<SyncResult> {
  const lease = await acquireLease(tools.db, tools.now(), tools.newId, startedBy);
  try {
    await stageSync(tools.db, lease, tools.readPage, tools.now);
    const record = await applySync(tools.db, lease, tools.now);
    await deleteOldSyncs(tools);
    return { syncId: lease.syncId, record };
  } catch (thrown) {
    await markFailed(tools, lease, thrown);
    throw thrown;
  }
}
