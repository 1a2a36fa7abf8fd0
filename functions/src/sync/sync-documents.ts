// Documents of the product sync. Only functions write them.
//   syncs/{syncId}                      one run (model/src/sync-record.ts)
//   syncs/{syncId}/pages/{n}            ids of a page, so that a resumed run knows every product
//                                       that the platform has
//   syncs/{syncId}/changes/{productId}  the staged and then the applied change, for undo
//   syncedProducts/{productId}          the remote state of a product when it was last synced
//   syncState/lease                     the lease of the running sync; when it expires, the next
//                                       run resumes the sync
//   syncState/live                      the sync whose catalog shoppers see; absent until one was
//                                       applied
import type { CollectionReference, DocumentReference, Firestore } from 'firebase-admin/firestore';

/** The stock of one inventory item at one location, as of an ISO time. */
interface StockLevel {
  readonly available: number;
  readonly at: string;
}

/** syncedProducts/{productId}. */
export interface SyncedProduct {
  readonly platformUpdatedAt: string;
  /** The platform's stock that ours has moved to, over all locations, by variant gid. */
  readonly platformStock: Readonly<Record<string, number>>;
  /**
   * Units that our stock lacks to equal `platformStock` less the sales here, by variant gid; for a
   * removed variant, the units sold.
   */
  readonly unsettledStock?: Readonly<Record<string, number>>;
  /** Variant gid by inventory item number. */
  readonly inventoryItems: Readonly<Record<string, string>>;
  /** Keys of inventoryItems, for array-contains. */
  readonly inventoryItemIds: readonly string[];
  /** The last state from inventory webhooks, by inventory item number and location number. */
  readonly stockLevels?: Readonly<Record<string, Readonly<Record<string, StockLevel>>>>;
}

export const PROBLEMS_MAX = 50;
export const LEASE_MS = 5 * 60_000;

/** Documents per request. */
export const CHUNK_SIZE = 200;

/** Splits `items` into lists of at most CHUNK_SIZE. */
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
export const liveDocument = (db: Firestore): DocumentReference => db.doc('syncState/live');
