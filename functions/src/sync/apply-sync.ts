// The second phase of a sync: one atomic commit replaces the visible catalog with the new one. New
// products are written before it as hidden drafts, so the commit only publishes them and stays far
// below Firestore's 10 MiB per request. The states of each product before and after go to the
// journal in chunks; only the commit's writes are held in memory.

import type { Variant } from '@savepoint/model/product';
import { nextVersion } from '@savepoint/model/product-version';
import type { AppliedChange, StagedChange, SyncRecord } from '@savepoint/model/sync-record';
import {
  type DocumentSnapshot,
  FieldValue,
  type Firestore,
  type Query,
  type QueryDocumentSnapshot,
  type Timestamp,
  type WriteBatch,
} from 'firebase-admin/firestore';
import { leaseDocument } from '../catalog/lease-document.ts';
import { createDrafts } from './create-drafts.ts';
import { diffProduct, keepsStock } from './diff-product.ts';
import {
  CHUNK_SIZE,
  changesCollection,
  chunks,
  liveDocument,
  pagesCollection,
  productDocument,
  type SyncedProduct,
  syncedProductDocument,
  syncsCollection,
} from './sync-documents.ts';
import { type Lease, renewLease, requireLease } from './sync-lease.ts';
import { moveStockTo, openBook, withCountedStock } from './sync-stock.ts';

const COMMIT_MAX_ATTEMPTS = 5;
/** Below Firestore's 10 MiB per request, with room for names and framing. */
const COMMIT_MAX_BYTES = 9 * 1024 * 1024;
const BYTES_PER_WRITE = 150;
/** All shards and movements of a product. */
const BYTES_PER_STOCK = 6000;
const FAILED_PRECONDITION = 9;
const NOT_FOUND = 5;
const ALREADY_EXISTS = 6;
const JOURNAL_FIELDS = ['kind', 'before', 'after', 'platformStockBefore', 'platformStockAfter'];

/** The changes do not fit into one commit. Nothing was changed. */
export class SyncTooLargeError extends Error {
  override readonly name = 'SyncTooLargeError';
}

/** The commit's writes for one product. */
interface PlannedChange {
  readonly id: string;
  readonly kind: AppliedChange['kind'];
  readonly after: AppliedChange['after'];
  /** The remote state to store; absent if already stored. */
  readonly synced?: SyncedProduct;
  /** The write time of the product that the change was planned for. */
  readonly version: Timestamp;
  /** The product's version for editors. */
  readonly updatedAt: string | undefined;
  readonly movesStock: boolean;
}

type JournaledChange = PlannedChange & AppliedChange;

interface Run {
  readonly db: Firestore;
  readonly lease: Lease;
  readonly startedAt: Timestamp;
  readonly stock: ReturnType<typeof openBook>;
  readonly now: Date;
}

/** True if a webhook updated the remote state since the run started. */
function wasSyncedSinceStart(run: Run, synced: DocumentSnapshot | undefined): boolean {
  return synced?.updateTime !== undefined && synced.updateTime.valueOf() > run.startedAt.valueOf();
}

async function planChange(
  run: Run,
  change: StagedChange,
  ours: DocumentSnapshot,
  synced: DocumentSnapshot | undefined,
): Promise<Omit<JournaledChange, 'id'> | undefined> {
  const current = ours.data();
  if (ours.updateTime === undefined || current === undefined) return undefined;
  const lastSynced = synced?.data() as SyncedProduct | undefined;
  const isNew = current.syncId === run.lease.syncId;
  if (!isNew && lastSynced) {
    const [syncedAt, stagedAt] = [
      Date.parse(lastSynced.platformUpdatedAt),
      Date.parse(change.platformUpdatedAt),
    ];
    // The platform's times have a resolution of seconds: of two updates in one second, the webhook
    // came after the page was read.
    if (syncedAt > stagedAt || (syncedAt === stagedAt && wasSyncedSinceStart(run, synced))) return undefined;
  }
  const { book } = run.stock;
  const isKept = keepsStock(current, change, lastSynced);
  const counted = isKept ? current : await withCountedStock(book, ours.id, current);
  const next = diffProduct(counted, change, lastSynced);
  const { before } = next;
  if (!isNew && Object.keys(next.after).length === 0) return undefined;
  const variants = next.after.variants as readonly Variant[] | undefined;
  const movesStock = !isKept && variants !== undefined;
  const move = { at: run.now, reason: 'synced', actor: 'system' } as const;
  const after = movesStock
    ? { ...next.after, variants: await moveStockTo(book, ours.id, current, variants, move) }
    : next.after;
  return {
    kind: isNew ? 'created' : 'updated',
    before,
    after,
    platformStockBefore: lastSynced?.platformStock ?? null,
    platformStockAfter: next.synced.platformStock,
    ...(!isNew && { synced: next.synced }),
    version: ours.updateTime,
    updatedAt: current.updatedAt,
    movesStock,
  };
}

async function planStaged(run: Run, ids: readonly string[]): Promise<JournaledChange[]> {
  const { db, lease } = run;
  const [staged, ours, synced] = await Promise.all([
    db.getAll(...ids.map((id) => changesCollection(db, lease.syncId).doc(id))),
    db.getAll(...ids.map((id) => productDocument(db, id))),
    db.getAll(...ids.map((id) => syncedProductDocument(db, id))),
  ]);
  const moved = ids.filter((_, index) => {
    const [current, lastSynced] = [ours[index]?.data(), synced[index]?.data() as SyncedProduct | undefined];
    return current !== undefined && !keepsStock(current, staged[index]?.data() as StagedChange, lastSynced);
  });
  await run.stock.book.readShards(moved);
  const planned: JournaledChange[] = [];
  for (const [index, document] of staged.entries()) {
    const current = ours[index];
    const change =
      current && (await planChange(run, document.data() as StagedChange, current, synced[index]));
    if (change !== undefined) planned.push({ ...change, id: document.id });
  }
  return planned;
}

/**
 * Archives synced products that were on no page and that no webhook has updated since the run
 * started.
 */
async function planArchived(run: Run): Promise<JournaledChange[]> {
  const { db, lease } = run;
  const seen = new Set<string>();
  for await (const page of streamDocuments(pagesCollection(db, lease.syncId)))
    for (const id of page.get('ids') as string[]) seen.add(id);
  const synced = db
    .collection('products')
    .where('source', '==', 'shopify')
    .select('status', 'inStock', 'updatedAt');
  const unseen: QueryDocumentSnapshot[] = [];
  for await (const product of streamDocuments(synced))
    if (!seen.has(product.id) && product.get('status') !== 'archived') unseen.push(product);
  const planned: JournaledChange[] = [];
  for (const chunk of chunks(unseen)) {
    const remoteStates = await db.getAll(...chunk.map(({ id }) => syncedProductDocument(db, id)));
    chunk.forEach((document, index) => {
      if (wasSyncedSinceStart(run, remoteStates[index])) return;
      planned.push({
        id: document.id,
        kind: 'archived',
        before: { status: document.get('status') ?? null, inStock: document.get('inStock') ?? null },
        after: { status: 'archived', inStock: false },
        platformStockBefore: null,
        platformStockAfter: null,
        version: document.updateTime,
        updatedAt: document.get('updatedAt'),
        movesStock: false,
      });
    });
  }
  return planned;
}

/** Writes the undo data, and removes it for `stale` ids, which an earlier attempt had planned. */
async function writeJournal(
  { db, lease }: Run,
  planned: readonly JournaledChange[],
  stale: readonly string[],
): Promise<void> {
  const batch = db.batch();
  const journal = changesCollection(db, lease.syncId);
  for (const { id, kind, before, after, platformStockBefore, platformStockAfter } of planned) {
    const applied: AppliedChange = { kind, before, after, platformStockBefore, platformStockAfter };
    batch.set(journal.doc(id), applied, { mergeFields: JOURNAL_FIELDS });
  }
  for (const id of stale) batch.update(journal.doc(id), { kind: FieldValue.delete() });
  await batch.commit();
}

/**
 * Plans and journals every change, and returns the commit's writes. `journaled` are the ids of
 * earlier attempts.
 */
async function plan(
  run: Run,
  stagedIds: readonly string[],
  journaled: Set<string>,
): Promise<PlannedChange[]> {
  const planned: PlannedChange[] = [];
  let bytes = 0;
  const add = async (changes: readonly JournaledChange[]) => {
    for (const { id, kind, after, synced, version, updatedAt, movesStock } of changes) {
      planned.push({ id, kind, after, version, updatedAt, movesStock, ...(synced && { synced }) });
      bytes += 2 * id.length + BYTES_PER_WRITE + JSON.stringify([after, synced]).length;
      if (movesStock) bytes += BYTES_PER_STOCK;
    }
    requireSize(bytes, planned.length);
    if (changes.length > 0) await writeJournal(run, changes, []);
  };
  for (const ids of chunks(stagedIds)) await add(await planStaged(run, ids));
  for (const archived of chunks(await planArchived(run))) await add(archived);
  const plannedIds = new Set(planned.map(({ id }) => id));
  for (const stale of chunks([...journaled].filter((id) => !plannedIds.has(id))))
    await writeJournal(run, [], stale);
  journaled.clear();
  for (const id of plannedIds) journaled.add(id);
  return planned;
}

function requireSize(bytes: number, products: number): void {
  if (bytes <= COMMIT_MAX_BYTES) return;
  throw new SyncTooLargeError(
    `This sync would change more than ${products - CHUNK_SIZE} products at once, over ${Math.floor(COMMIT_MAX_BYTES / 1024 / 1024)} MiB, and Firestore takes 10 MiB in one step. ` +
      'Nothing was changed. Edit fewer products on the platform between two syncs.',
  );
}

function addPublishWrites(db: Firestore, batch: WriteBatch, change: PlannedChange, at: string): void {
  const fields = Object.entries(change.after).map(([name, value]) => [
    name,
    value === null ? FieldValue.delete() : value,
  ]);
  const updatedAt = nextVersion(change.updatedAt, new Date(at));
  const update = { ...Object.fromEntries(fields), updatedAt, syncId: FieldValue.delete() };
  batch.update(productDocument(db, change.id), update, { lastUpdateTime: change.version });
  if (change.synced) batch.set(syncedProductDocument(db, change.id), change.synced);
}

/** Streams the documents of a query, so that they are not all in memory. */
function streamDocuments(query: Query): AsyncIterable<QueryDocumentSnapshot> {
  return query.stream() as unknown as AsyncIterable<QueryDocumentSnapshot>;
}

const isConflict = (error: unknown) =>
  [FAILED_PRECONDITION, NOT_FOUND, ALREADY_EXISTS].includes((error as { code?: number }).code ?? -1);

const count = (planned: readonly PlannedChange[], kind: PlannedChange['kind']) =>
  planned.filter((change) => change.kind === kind).length;

/**
 * Publishes the staged catalog, all or nothing, and returns the finished record, even if another
 * process finished the run. Rejects with LeaseLostError if another process holds the lease, and
 * with SyncTooLargeError.
 */
export async function applySync(db: Firestore, lease: Lease, now: () => Date): Promise<SyncRecord> {
  const record = syncsCollection(db).doc(lease.syncId);
  const staged: string[] = [];
  const journaled = new Set<string>();
  // A run that crashed while applying has also journaled products to archive, which have no staged
  // part.
  for await (const change of streamDocuments(
    changesCollection(db, lease.syncId).select('kind', 'platformUpdatedAt'),
  )) {
    if (change.get('platformUpdatedAt')) staged.push(change.id);
    if (change.get('kind')) journaled.add(change.id);
  }
  for (let attempt = 1; ; attempt += 1) {
    const read = await record.get();
    const before = read.data() as SyncRecord;
    if (before.status === 'applied') return before;
    await renewLease(db, lease, now());
    const startedAt = read.createTime as Timestamp;
    const run: Run = { db, lease, startedAt, stock: openBook(db), now: now() };
    if (attempt === 1) await createDrafts(db, lease, staged, now());
    const planned = await plan(run, staged, journaled);
    const held = await leaseDocument(db).get();
    requireLease(held, lease);
    const at = now().toISOString();
    const finished: SyncRecord = {
      ...before,
      status: 'applied',
      created: count(planned, 'created'),
      updated: count(planned, 'updated'),
      archived: count(planned, 'archived'),
      finishedAt: at,
    };
    const batch = db.batch();
    for (const change of planned) addPublishWrites(db, batch, change, at);
    run.stock.addTo(batch);
    batch.set(record, finished);
    batch.set(liveDocument(db), { syncId: lease.syncId, at });
    batch.delete(leaseDocument(db), { lastUpdateTime: held.updateTime as Timestamp });
    try {
      await batch.commit();
      return finished;
    } catch (error) {
      // An order or a webhook changed a product or its stock meanwhile: plan again.
      if (!isConflict(error) || attempt === COMMIT_MAX_ATTEMPTS) throw error;
    }
  }
}
