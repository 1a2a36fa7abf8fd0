// Owns a whole sync from lease to clean-up: the use case that the callable, the schedule and the tests start.
import type { Firestore } from 'firebase-admin/firestore';
import type { ReadProductPage } from '../../shop-platform/platform-product.ts';
import { applySync } from './apply-sync.ts';
import { stageSync } from './stage-sync.ts';
import { type Lease, takeLease } from './sync-lease.ts';
import { leaseDocument, SYNCS_KEPT, type SyncRecord, syncs } from './sync-record.ts';

export interface SyncTools {
  readonly db: Firestore;
  readonly readPage: ReadProductPage;
  readonly now: () => Date;
  readonly newId: () => string;
}

export interface SyncOutcome {
  readonly syncId: string;
  readonly record: SyncRecord;
}

async function forget({ db }: SyncTools): Promise<void> {
  const old = await syncs(db).orderBy('startedAt', 'desc').offset(SYNCS_KEPT).get();
  for (const { ref } of old.docs) await db.recursiveDelete(ref);
}

/** Drafts that a failed run made for its commit; nobody has seen them. */
async function removeDrafts(db: Firestore, syncId: string): Promise<void> {
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

async function fail(tools: SyncTools, lease: Lease, thrown: unknown): Promise<void> {
  const { db, now } = tools;
  const held = (await leaseDocument(db).get()).data();
  if (held?.holder !== lease.holder) return;
  await removeDrafts(db, lease.syncId);
  const error = thrown instanceof Error ? thrown.message : String(thrown);
  const batch = db.batch();
  batch.update(syncs(db).doc(lease.syncId), { status: 'failed', error, finishedAt: now().toISOString() });
  batch.delete(leaseDocument(db));
  await batch.commit();
}

/**
 * Brings the catalogue to what the platform has now, all or nothing. A run whose process died is gone on with.
 * Rejects with SyncBusyError when another is running, PlatformError or SyncTooLargeError when it failed; then the
 * catalogue is as it was.
 */
export async function runSync(tools: SyncTools, startedBy: string): Promise<SyncOutcome> {
  const lease = await takeLease(tools.db, tools.now(), tools.newId, startedBy);
  try {
    await stageSync(tools.db, lease, tools.readPage, tools.now);
    const record = await applySync(tools.db, lease, tools.now);
    await forget(tools);
    return { syncId: lease.syncId, record };
  } catch (thrown) {
    await fail(tools, lease, thrown);
    throw thrown;
  }
}
