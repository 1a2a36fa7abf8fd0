// Owns the first half of a sync: read the platform page by page and write down what differs. Nothing that a shopper
// sees changes here. Each page is one atomic batch with the cursor of the next, so a crashed run goes on where it was.
import type { Firestore } from 'firebase-admin/firestore';
import type { ProductPage, ReadProductPage } from '../../shop-platform/platform-product.ts';
import { diffProduct } from './diff-product.ts';
import { type MappedProduct, mapProduct } from './map-product.ts';
import {
  changesCollection,
  LEASE_MS,
  leaseDocument,
  PROBLEMS_MAX,
  pagesCollection,
  productDocument,
  type StagedChange,
  type SyncedProduct,
  type SyncRecord,
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
  const mapped = page.products.map((found) => ({
    ...mapProduct(found, page.currencyCode),
    at: found.updatedAt,
  }));
  const sound = mapped.filter((entry): entry is ValidProduct & { at: string } => 'fields' in entry);
  const problems = mapped.flatMap((entry) => ('problem' in entry ? [entry.problem] : []));
  const staged = new Map<string, StagedChange>();
  if (sound.length > 0) {
    const ours = await db.getAll(...sound.map(({ id }) => productDocument(db, id)));
    const heard = await db.getAll(...sound.map(({ id }) => syncedProductDocument(db, id)));
    sound.forEach(({ id, fields, inventoryItems, at }, index) => {
      const lastSynced = heard[index]?.data() as SyncedProduct | undefined;
      if (lastSynced !== undefined && Date.parse(lastSynced.platformUpdatedAt) > Date.parse(at)) return;
      const current = ours[index]?.data();
      if (current !== undefined && Object.keys(diffProduct(current, fields, lastSynced).after).length === 0)
        return;
      staged.set(id, { fields, platformUpdatedAt: at, inventoryItems });
    });
  }
  // A product with a problem is still on the platform: what we have of it stays as it is.
  return { staged, seen: mapped.map(({ id }) => id), problems };
}

/** Reads every page that is left and stages the differences; answers when the last page is down. */
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
