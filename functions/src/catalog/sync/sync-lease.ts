// Owns that one sync runs at a time, and that a run whose process died is gone on with. Knows nothing of products.
import type { DocumentSnapshot, Firestore } from 'firebase-admin/firestore';
import { LEASE_MS, leaseDocument, type SyncRecord, syncsCollection } from './sync-documents.ts';

/** Another run holds the lease. */
export class SyncInProgressError extends Error {
  override readonly name = 'SyncBusyError';
  constructor() {
    super('A sync is running already. Its progress is on this page; start another when it has finished.');
  }
}

/** The run went on in another process, because this one was not heard of for too long. */
export class LeaseLostError extends Error {
  override readonly name = 'TakenOverError';
  constructor(syncId: string) {
    super(`Sync ${syncId} was taken over by another process, so this one stopped.`);
  }
}

export interface Lease {
  readonly syncId: string;
  /** Marks this holder; a holder whose lease ran out and was taken over may write no more. */
  readonly holder: string;
}

/**
 * Starts a run, or takes over one whose holder has not been heard of for LEASE_MS. `newId` gives fresh ids.
 * Rejects with SyncBusyError.
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

/** Rejects with TakenOverError unless `held`, the lease document, is still this holder's. */
export function requireLease(held: DocumentSnapshot, lease: Lease): void {
  if (held.get('holder') !== lease.holder) throw new LeaseLostError(lease.syncId);
}

/** Whether somebody holds the lease now. */
export function isHeld(held: DocumentSnapshot | undefined, now: Date): boolean {
  return held?.exists === true && String(held.get('expiresAt')) > now.toISOString();
}

/** Keeps the lease for LEASE_MS from now. Rejects with TakenOverError. */
export function renewLease(db: Firestore, lease: Lease, now: Date): Promise<void> {
  return db.runTransaction(async (transaction) => {
    requireLease(await transaction.get(leaseDocument(db)), lease);
    transaction.update(leaseDocument(db), { expiresAt: new Date(now.getTime() + LEASE_MS).toISOString() });
  });
}
