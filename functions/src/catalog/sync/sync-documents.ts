// Documents of the product sync. Only functions write them.
//   syncs/{syncId}                      one run (model/src/sync-record.ts)
//   syncs/{syncId}/pages/{n}            ids of a page, so that a resumed run knows every product that the platform has
//   syncs/{syncId}/changes/{productId}  the staged and then the applied change, for undo
//   syncedProducts/{productId}          the remote state of a product when it was last synced
//   syncState/lease                     the lease of the running sync; when it expires, the next run resumes the sync
//   syncState/live                      the sync whose catalogue shoppers see; absent until one was applied
import type { CollectionReference, DocumentReference, Firestore } from 'firebase-admin/firestore';

/** syncedProducts/{productId}. Stock changes by the difference to `platformStock`, so units sold here are not added again. */
export interface SyncedProduct {
  readonly platformUpdatedAt: string;
  /** Remote stock when last synced, by variant gid. */
  readonly platformStock: Readonly<Record<string, number>>;
  /** Variant gid by inventory item number. */
  readonly inventoryItems: Readonly<Record<string, string>>;
  /** Keys of inventoryItems, for array-contains. */
  readonly inventoryItemIds: readonly string[];
  /** ISO time of the last inventory webhook by inventory item number; absent without one. */
  readonly stockSyncedAt?: Readonly<Record<string, string>>;
}

export const PROBLEMS_MAX = 50;
export const LEASE_MS = 5 * 60_000;

/** Documents that one request reads or writes. */
export const CHUNK_SIZE = 200;

/** `items` in lists of at most CHUNK_SIZE. */
export function* chunks<T>(items: readonly T[]): Generator<readonly T[]> {
  for (let start = 0; start < items.length; start += CHUNK_SIZE) yield items.slice(start, start + CHUNK_SIZE);
}

export const syncsCollection = (db: Firestore): CollectionReference => db.collection('syncs');
export const changesCollection = (db: Firestore, syncId: string): CollectionReference =>
  syncsCollection(db).doc(syncId).collection('changes');
export const pagesCollection = (db: Firestore, syncId: string): CollectionReference =>
  syncsCollection(db).doc(syncId).collection('pages');
export const syncedProductDocument = (db: Firestore, id: string): DocumentReference =>
  db.doc(`syncedProducts/${id}`);
export const productDocument = (db: Firestore, id: string): DocumentReference => db.doc(`products/${id}`);
export const leaseDocument = (db: Firestore): DocumentReference => db.doc('syncState/lease');
export const liveDocument = (db: Firestore): DocumentReference => db.doc('syncState/live');
