// The lease in syncState/lease: one sync runs at a time, and a run whose process crashed is resumed
// once its lease has expired.
import type { SyncRecord } from '@savepoint/model/sync-record';
import type { DocumentSnapshot, Firestore } from 'firebase-admin/firestore';
import { leaseDocument } from '../catalog/lease-document.ts';
import { LEASE_MS, syncsCollection } from './sync-documents.ts';

/** Another process holds the lease. */
export class SyncInProgressError extends Error {
  override readonly name = 'SyncInProgressError';
  constructor() {
    super('A sync is running already. Its progress is on this page; start another when it has finished.');
  }
}

/** The lease expired and another process resumed the run. */
class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError';
  constructor(syncId: string) {
    super(`Sync ${syncId} was resumed by another process, so this one stopped.`);
  }
}

export interface Lease {
  readonly syncId: string;
  /** Fencing token: a holder that lost its lease may not write any more. */
  readonly holder: string;
}

/**
 * Starts a run, or resumes one with an expired lease. `newId` returns unique ids. Rejects with
 * SyncInProgressError while the lease is held.
 */
export function acquireLease(
  db: Firestore,
  now: Date,
  newId: () => string,
  startedBy: string,
): Promise<Lease> {
  return db.runTransaction(async (transaction) => {
    const held = (await transaction.get(leaseDocument(db))).data() as
      | { syncId: string; expiresAt: string }
      | undefined;
    if (held !== undefined && held.expiresAt > now.toISOString()) throw new SyncInProgressError();
    const holder = newId();
    const lease = { syncId: held?.syncId ?? newId(), holder };
    const expiresAt = new Date(now.getTime() + LEASE_MS).toISOString();
    transaction.set(leaseDocument(db), { ...lease, expiresAt });
    if (held === undefined) {
      const record: SyncRecord = {
        status: 'staging',
        startedAt: now.toISOString(),
        startedBy,
        cursor: null,
        pagesRead: 0,
        productsRead: 0,
        created: 0,
        updated: 0,
        archived: 0,
        problemCount: 0,
        problems: [],
      };
      transaction.set(syncsCollection(db).doc(lease.syncId), record);
    }
    return lease;
  });
}

/** Throws LeaseLostError unless `held`, the lease document, has this holder. */
export function requireLease(held: DocumentSnapshot, lease: Lease): void {
  if (held.get('holder') !== lease.holder) throw new LeaseLostError(lease.syncId);
}

/** True if `held`, the lease document, is a lease that has not expired. */
export function isHeld(held: DocumentSnapshot | undefined, now: Date): boolean {
  return held?.exists === true && String(held.get('expiresAt')) > now.toISOString();
}

/** Extends the lease to LEASE_MS from now. Rejects with LeaseLostError. */
export function renewLease(db: Firestore, lease: Lease, now: Date): Promise<void> {
  return db.runTransaction(async (transaction) => {
    requireLease(await transaction.get(leaseDocument(db)), lease);
    transaction.update(leaseDocument(db), { expiresAt: new Date(now.getTime() + LEASE_MS).toISOString() });
  });
}
