// Owns where a sync keeps its books in Firestore, and their shapes. Everything here is written by the server only.
//   syncs/{syncId}                      one run: status, counts, where to go on
//   syncs/{syncId}/pages/{n}            ids seen on a page, so that a resumed run knows what the platform still has
//   syncs/{syncId}/changes/{productId}  what this run would change, then what it did change (for undo)
//   syncedProducts/{productId}          what the platform last told us of a product
//   syncState/lease                     who may sync now; a crashed run's lease runs out and the next run goes on with it
import type { CollectionReference, DocumentReference, Firestore } from 'firebase-admin/firestore';
import type { PlatformFields } from './map-product.ts';

export type SyncStatus = 'staging' | 'applying' | 'applied' | 'failed' | 'undone';

/** syncs/{syncId}; times are ISO strings. */
export interface SyncRecord {
  readonly status: SyncStatus;
  readonly startedAt: string;
  /** Uid of the admin, or 'schedule'. */
  readonly startedBy: string;
  /** Cursor of the next page; null before the first and after the last. */
  readonly cursor: string | null;
  readonly pagesRead: number;
  readonly productsRead: number;
  readonly created: number;
  readonly updated: number;
  readonly archived: number;
  readonly problemCount: number;
  /** The first problems, each naming its product. */
  readonly problems: readonly string[];
  readonly finishedAt?: string;
  readonly error?: string;
}

/** syncs/{syncId}/changes/{productId} as staged: the platform's word. */
export interface StagedChange {
  readonly fields: PlatformFields;
  readonly platformUpdatedAt: string;
  readonly inventoryItems: Readonly<Record<string, string>>;
}

/** What a run did to one product: enough to take it back. Absent fields are null. */
export interface AppliedChange {
  readonly kind: 'created' | 'updated' | 'archived';
  readonly before: Readonly<Record<string, unknown>>;
  readonly after: Readonly<Record<string, unknown>>;
  readonly platformStockBefore: Readonly<Record<string, number>> | null;
}

/** syncedProducts/{productId}. Stock moves by the difference to `platformStock`, so units sold here are not put back. */
export interface SyncedProduct {
  readonly platformUpdatedAt: string;
  /** Variant gid to the platform's stock when last heard. */
  readonly platformStock: Readonly<Record<string, number>>;
  /** Inventory item number to variant gid. */
  readonly inventoryItems: Readonly<Record<string, string>>;
  /** Keys of inventoryItems, for array-contains. */
  readonly inventoryItemIds: readonly string[];
  /** Inventory item number to the time of the last word on its stock alone; absent where there was none. */
  readonly stockSyncedAt?: Readonly<Record<string, string>>;
}

export const PROBLEMS_MAX = 50;
export const SYNCS_KEPT = 10;
export const LEASE_MS = 5 * 60_000;

/** Documents read or written in one request. */
export const CHUNK_SIZE = 200;

/** `items` in lists of at most CHUNK. */
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
/** Names the run whose catalogue shoppers see; absent until one was applied. */
export const liveDocument = (db: Firestore): DocumentReference => db.doc('syncState/live');
