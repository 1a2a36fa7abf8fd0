// Documents of a product sync that admins read and functions write:
//   syncs/{syncId}                      one run: status, counts, where to resume
//   syncs/{syncId}/changes/{productId}  what the run found for a product, then what it changed
import type { ProductFields } from './product.ts';

/** Runs in the history; older ones are deleted. */
export const SYNC_HISTORY_MAX = 10;

type SyncStatus = 'staging' | 'applying' | 'applied' | 'failed' | 'undone';

/** syncs/{syncId}; times are ISO strings. */
export interface SyncRecord {
  readonly status: SyncStatus;
  readonly startedAt: string;
  /** Uid of the member of staff, or 'schedule'. */
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

/**
 * The product fields that a sync writes. All others (rating, reviews, featured ...) belong to the
 * shop.
 */
export const SYNCED_FIELDS = [
  'name',
  'price',
  'compareAtPrice',
  'image',
  'images',
  'imageAlts',
  'category',
  'description',
  'productType',
  'tags',
  'variants',
  'shopifyVariantId',
  'source',
  'status',
] as const satisfies readonly (keyof ProductFields)[];
export type SyncedFields = Pick<ProductFields, (typeof SYNCED_FIELDS)[number]>;

/** The remote state of a product, as staged by a run. */
export interface StagedChange {
  readonly fields: SyncedFields;
  /** ISO time of the last remote update. */
  readonly platformUpdatedAt: string;
  /** Inventory item number to variant gid. */
  readonly inventoryItems: Readonly<Record<string, string>>;
}

/** A run's changes to one product: enough to undo them. Absent fields are null. */
export interface AppliedChange {
  readonly kind: 'created' | 'updated' | 'archived';
  readonly before: Readonly<Record<string, unknown>>;
  readonly after: Readonly<Record<string, unknown>>;
  /** The platform's stock by variant gid; null if the run did not read it. */
  readonly platformStockBefore: Readonly<Record<string, number>> | null;
  readonly platformStockAfter: Readonly<Record<string, number>> | null;
}

/**
 * syncs/{syncId}/changes/{productId}. An archived product has no staged part, an unchanged one no
 * applied part.
 */
export type SyncChange = Partial<StagedChange> & Partial<AppliedChange>;
