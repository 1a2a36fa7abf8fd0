// Owns the second half of a sync: one atomic commit after which shoppers see the new catalogue, and before which they
// see the old one whole. New products are written beforehand as drafts, which nobody sees, so that the commit only has
// to switch them on and stays far below the 10 MiB that Firestore takes in one request.
import { FieldValue, type Firestore, type Timestamp, type WriteBatch } from 'firebase-admin/firestore';
import { diffProduct, newProduct, platformStockOf } from './diff-product.ts';
import type { Lease } from './sync-lease.ts';
import {
  type AppliedChange,
  changes,
  leaseDocument,
  liveDocument,
  pages,
  product,
  type StagedChange,
  type SyncedProduct,
  type SyncRecord,
  syncedProduct,
  syncs,
} from './sync-record.ts';

const CHUNK = 200;
const COMMIT_TRIES = 5;
/** Below Firestore's 10 MiB per request, with room for names and framing. */
const COMMIT_MAX_BYTES = 9 * 1024 * 1024;
const FAILED_PRECONDITION = 9;
const NOT_FOUND = 5;

/** The differences do not fit one commit. */
export class SyncTooLargeError extends Error {
  override readonly name = 'SyncTooLargeError';
}

interface PlannedChange extends AppliedChange {
  readonly id: string;
  readonly staged?: StagedChange;
  /** The version of our product this plan was made for. */
  readonly version: Timestamp;
}

function* chunks<T>(items: readonly T[]): Generator<readonly T[]> {
  for (let start = 0; start < items.length; start += CHUNK) yield items.slice(start, start + CHUNK);
}

function toSynced({ fields, platformUpdatedAt, inventoryItems }: StagedChange): SyncedProduct {
  return {
    platformUpdatedAt,
    platformStock: platformStockOf(fields.variants),
    inventoryItems,
    inventoryItemIds: Object.keys(inventoryItems),
  };
}

async function createDrafts(db: Firestore, lease: Lease, ids: readonly string[], now: Date): Promise<void> {
  for (const chunk of chunks(ids)) {
    const [staged, ours] = await Promise.all([
      db.getAll(...chunk.map((id) => changes(db, lease.syncId).doc(id))),
      db.getAll(...chunk.map((id) => product(db, id))),
    ]);
    const batch = db.batch();
    staged.forEach((document, index) => {
      if (ours[index]?.exists) return;
      const change = document.data() as StagedChange;
      const at = now.toISOString();
      batch.create(product(db, document.id), {
        ...newProduct(change.fields),
        createdAt: at,
        updatedAt: at,
        syncId: lease.syncId,
      });
      batch.set(syncedProduct(db, document.id), toSynced(change));
    });
    await batch.commit();
  }
}

async function planStaged(db: Firestore, lease: Lease, ids: readonly string[]): Promise<PlannedChange[]> {
  const planned: PlannedChange[] = [];
  for (const chunk of chunks(ids)) {
    const [staged, ours, heard] = await Promise.all([
      db.getAll(...chunk.map((id) => changes(db, lease.syncId).doc(id))),
      db.getAll(...chunk.map((id) => product(db, id))),
      db.getAll(...chunk.map((id) => syncedProduct(db, id))),
    ]);
    staged.forEach((document, index) => {
      const change = document.data() as StagedChange;
      const current = ours[index];
      const lastHeard = heard[index]?.data() as SyncedProduct | undefined;
      const currentFields = current?.data();
      if (current?.updateTime === undefined || currentFields === undefined) return;
      const isNew = currentFields.syncId === lease.syncId;
      if (
        !isNew &&
        lastHeard &&
        Date.parse(lastHeard.platformUpdatedAt) > Date.parse(change.platformUpdatedAt)
      )
        return;
      const { before, after } = diffProduct(currentFields, change.fields, lastHeard);
      if (!isNew && Object.keys(after).length === 0) return;
      planned.push({
        id: document.id,
        kind: isNew ? 'created' : 'updated',
        before,
        after,
        platformStockBefore: lastHeard?.platformStock ?? null,
        staged: change,
        version: current.updateTime,
      });
    });
  }
  return planned;
}

async function planArchived(db: Firestore, lease: Lease): Promise<PlannedChange[]> {
  const seen = new Set(
    (await pages(db, lease.syncId).get()).docs.flatMap((page) => page.get('ids') as string[]),
  );
  const synced = await db
    .collection('products')
    .where('source', '==', 'shopify')
    .select('status', 'inStock')
    .get();
  return synced.docs
    .filter((document) => !seen.has(document.id) && document.get('status') !== 'archived')
    .map((document) => ({
      id: document.id,
      kind: 'archived',
      before: { status: document.get('status') ?? null, inStock: document.get('inStock') ?? null },
      after: { status: 'archived', inStock: false },
      platformStockBefore: null,
      version: document.updateTime,
    }));
}

async function writeJournal(db: Firestore, lease: Lease, planned: readonly PlannedChange[]): Promise<void> {
  for (const chunk of chunks(planned)) {
    const batch = db.batch();
    for (const { id, kind, before, after, platformStockBefore } of chunk) {
      const applied: AppliedChange = { kind, before, after, platformStockBefore };
      batch.set(changes(db, lease.syncId).doc(id), applied, { merge: true });
    }
    await batch.commit();
  }
}

function withRemovals(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, value === null ? FieldValue.delete() : value]),
  );
}

function addSwitch(db: Firestore, batch: WriteBatch, change: PlannedChange, at: string): void {
  const update = { ...withRemovals(change.after), updatedAt: at, syncId: FieldValue.delete() };
  batch.update(product(db, change.id), update, { lastUpdateTime: change.version });
  if (change.kind === 'updated' && change.staged)
    batch.set(syncedProduct(db, change.id), toSynced(change.staged));
}

function checkSize(planned: readonly PlannedChange[]): void {
  const bytes = planned.reduce(
    (sum, { id, after }) => sum + 2 * id.length + 150 + JSON.stringify(after).length,
    0,
  );
  if (bytes <= COMMIT_MAX_BYTES) return;
  throw new SyncTooLargeError(
    `This sync would change ${planned.length} products at once, about ${Math.ceil(bytes / 1024 / 1024)} MiB, and Firestore takes 10 MiB in one step. ` +
      'Nothing was changed. Edit fewer products on the platform between two syncs.',
  );
}

const isConflict = (thrown: unknown) =>
  [FAILED_PRECONDITION, NOT_FOUND].includes((thrown as { code?: number }).code ?? -1);

/** Switches the catalogue to what was staged, all or nothing; answers the finished record. */
export async function applySync(db: Firestore, lease: Lease, now: Date): Promise<SyncRecord> {
  const ids = (await changes(db, lease.syncId).select().get()).docs.map(({ id }) => id);
  const record = syncs(db).doc(lease.syncId);
  await createDrafts(db, lease, ids, now);
  for (let tries = 1; ; tries += 1) {
    const planned = [...(await planStaged(db, lease, ids)), ...(await planArchived(db, lease))];
    checkSize(planned);
    await writeJournal(db, lease, planned);
    const finished: SyncRecord = {
      ...((await record.get()).data() as SyncRecord),
      status: 'applied',
      created: planned.filter(({ kind }) => kind === 'created').length,
      updated: planned.filter(({ kind }) => kind === 'updated').length,
      archived: planned.filter(({ kind }) => kind === 'archived').length,
      finishedAt: now.toISOString(),
    };
    const batch = db.batch();
    for (const change of planned) addSwitch(db, batch, change, now.toISOString());
    batch.set(record, finished);
    batch.set(liveDocument(db), { syncId: lease.syncId, at: now.toISOString() });
    batch.delete(leaseDocument(db));
    try {
      await batch.commit();
      return finished;
    } catch (thrown) {
      // An order or a webhook touched a product in between; plan again on what is there now.
      if (!isConflict(thrown) || tries === COMMIT_TRIES) throw thrown;
    }
  }
}
