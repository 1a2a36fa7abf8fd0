// The first phase of a sync: reads the platform page by page and stages the differences, invisible
// to shoppers. A page is staged in one transaction with the cursor of the next, so a crashed run
// resumes after the last staged page.
import type { StagedChange, SyncRecord } from '@savepoint/model/sync-record';
import type { Firestore } from 'firebase-admin/firestore';
import { findUnknownCategory, readCategoryIds } from '../catalog/known-categories.ts';
import { leaseDocument } from '../catalog/lease-document.ts';
import type { ProductPage, ReadProductPage } from '../shop-platform/platform-product.ts';
import { diffProduct } from './diff-product.ts';
import { type MappedProduct, mapProduct } from './map-product.ts';
import {
  changesCollection,
  LEASE_MS,
  PROBLEMS_MAX,
  pagesCollection,
  productDocument,
  type SyncedProduct,
  syncedProductDocument,
  syncsCollection,
} from './sync-documents.ts';
import { type Lease, requireLease } from './sync-lease.ts';

type ValidProduct = Extract<MappedProduct, { fields: unknown }>;

interface StagedPage {
  readonly staged: ReadonlyMap<string, StagedChange>;
  readonly seen: readonly string[];
  readonly problems: readonly string[];
}

async function stagePage(db: Firestore, page: ProductPage): Promise<StagedPage> {
  const mapped = page.products.map((remote) => ({
    ...mapProduct(remote, page.currencyCode),
    at: remote.updatedAt,
  }));
  const valid = mapped.filter((entry): entry is ValidProduct & { at: string } => 'fields' in entry);
  const problems = mapped.flatMap((entry) => ('problem' in entry ? [entry.problem] : []));
  const staged = new Map<string, StagedChange>();
  if (valid.length > 0) {
    const categoryIds = await readCategoryIds(db);
    const ours = await db.getAll(...valid.map(({ id }) => productDocument(db, id)));
    const synced = await db.getAll(...valid.map(({ id }) => syncedProductDocument(db, id)));
    valid.forEach(({ id, fields, inventoryItems, at }, index) => {
      const lastSynced = synced[index]?.data() as SyncedProduct | undefined;
      if (lastSynced !== undefined && Date.parse(lastSynced.platformUpdatedAt) > Date.parse(at)) return;
      const current = ours[index]?.data();
      const unknown = findUnknownCategory(fields.category, current?.category, categoryIds);
      if (unknown !== undefined) {
        problems.push(`'${fields.name}' (${id}): ${unknown}`);
        return;
      }
      const change: StagedChange = { fields, platformUpdatedAt: at, inventoryItems };
      if (current !== undefined && Object.keys(diffProduct(current, change, lastSynced).after).length === 0)
        return;
      staged.set(id, change);
    });
  }
  // A product with a problem still exists on the platform, so it is not archived.
  return { staged, seen: mapped.map(({ id }) => id), problems };
}

/**
 * Reads the remaining pages and stages the differences. Rejects with PlatformError, and with
 * LeaseLostError.
 */
export async function stageSync(
  db: Firestore,
  lease: Lease,
  readPage: ReadProductPage,
  now: () => Date,
): Promise<void> {
  const record = syncsCollection(db).doc(lease.syncId);
  let state = (await record.get()).data() as SyncRecord;
  while (state.status === 'staging') {
    const page = await readPage(state.cursor);
    const { staged, seen, problems } = await stagePage(db, page);
    const next: SyncRecord = {
      ...state,
      status: page.nextCursor === null ? 'applying' : 'staging',
      cursor: page.nextCursor,
      pagesRead: state.pagesRead + 1,
      productsRead: state.productsRead + page.products.length,
      problemCount: state.problemCount + problems.length,
      problems: [...state.problems, ...problems].slice(0, PROBLEMS_MAX),
    };
    await db.runTransaction(async (transaction) => {
      requireLease(await transaction.get(leaseDocument(db)), lease);
      for (const [id, change] of staged) transaction.set(changesCollection(db, lease.syncId).doc(id), change);
      transaction.set(pagesCollection(db, lease.syncId).doc(String(state.pagesRead)), { ids: seen });
      transaction.set(record, next);
      transaction.update(leaseDocument(db), {
        expiresAt: new Date(now().getTime() + LEASE_MS).toISOString(),
      });
    });
    state = next;
  }
}
