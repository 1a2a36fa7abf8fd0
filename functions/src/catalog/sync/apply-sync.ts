// Owns the second half of a sync: one atomic commit after which shoppers see the new catalogue, and before which they
// see the old one whole. New products are written beforehand as drafts, which nobody sees, so that the commit only has
// to switch them on and stays far below the 10 MiB that Firestore takes in one request. What a product was and becomes
// goes to the journal chunk by chunk; only what the commit writes is held in memory.
import {
  type DocumentSnapshot,
  FieldValue,
  type Firestore,
  type Query,
  type QueryDocumentSnapshot,
  type Timestamp,
  type WriteBatch,
} from 'firebase-admin/firestore';
import { createDrafts } from './create-drafts.ts';
import { diffProduct, toSyncedProduct, withNewerStock } from './diff-product.ts';
import {
  type AppliedChange,
  CHUNK_SIZE,
  changesCollection,
  chunks,
  leaseDocument,
  liveDocument,
  pagesCollection,
  productDocument,
  type StagedChange,
  type SyncedProduct,
  type SyncRecord,
  syncedProductDocument,
  syncsCollection,
} from './sync-documents.ts';
import { type Lease, renewLease, requireLease } from './sync-lease.ts';

const COMMIT_MAX_ATTEMPTS = 5;
/** Below Firestore's 10 MiB per request, with room for names and framing. */
const COMMIT_MAX_BYTES = 9 * 1024 * 1024;
const BYTES_PER_WRITE = 150;
const FAILED_PRECONDITION = 9;
const NOT_FOUND = 5;
const JOURNAL_FIELDS = ['kind', 'before', 'after', 'platformStockBefore'];

/** The differences do not fit one commit. */
export class SyncTooLargeError extends Error {
  override readonly name = 'SyncTooLargeError';
}

/** What the commit writes of one product. */
interface PlannedChange {
  readonly id: string;
  readonly kind: AppliedChange['kind'];
  readonly after: AppliedChange['after'];
  /** Absent where the platform's word is kept already. */
  readonly synced?: SyncedProduct;
  /** The version of our product this plan was made for. */
  readonly version: Timestamp;
}

type JournaledChange = PlannedChange & AppliedChange;

interface Run {
  readonly db: Firestore;
  readonly lease: Lease;
  readonly startedAt: Timestamp;
}

/** Whether the platform told us of a product, by webhook, since the run began. */
function wasSyncedSinceStart(run: Run, heard: DocumentSnapshot | undefined): boolean {
  return heard?.updateTime !== undefined && heard.updateTime.valueOf() > run.startedAt.valueOf();
}

function planChange(
  run: Run,
  change: StagedChange,
  ours: DocumentSnapshot,
  heard: DocumentSnapshot | undefined,
): Omit<JournaledChange, 'id'> | undefined {
  const current = ours.data();
  if (ours.updateTime === undefined || current === undefined) return undefined;
  const lastSynced = heard?.data() as SyncedProduct | undefined;
  const isNew = current.syncId === run.lease.syncId;
  if (!isNew && lastSynced) {
    const [known, staged] = [Date.parse(lastSynced.platformUpdatedAt), Date.parse(change.platformUpdatedAt)];
    // The platform counts in seconds: of two words of one second, the webhook came after the page was read.
    if (known > staged || (known === staged && wasSyncedSinceStart(run, heard))) return undefined;
  }
  const variants = withNewerStock(change.fields.variants, change.platformUpdatedAt, lastSynced);
  const fields = { ...change.fields, variants };
  const { before, after } = diffProduct(current, fields, lastSynced);
  if (!isNew && Object.keys(after).length === 0) return undefined;
  return {
    kind: isNew ? 'created' : 'updated',
    before,
    after,
    platformStockBefore: lastSynced?.platformStock ?? null,
    ...(!isNew && { synced: toSyncedProduct({ ...change, fields }, lastSynced) }),
    version: ours.updateTime,
  };
}

async function planStaged(run: Run, ids: readonly string[]): Promise<JournaledChange[]> {
  const { db, lease } = run;
  const [staged, ours, heard] = await Promise.all([
    db.getAll(...ids.map((id) => changesCollection(db, lease.syncId).doc(id))),
    db.getAll(...ids.map((id) => productDocument(db, id))),
    db.getAll(...ids.map((id) => syncedProductDocument(db, id))),
  ]);
  return staged.flatMap((document, index) => {
    const current = ours[index];
    const planned = current && planChange(run, document.data() as StagedChange, current, heard[index]);
    return planned === undefined ? [] : [{ ...planned, id: document.id }];
  });
}

/** Synced products that no page had and no webhook has told of since. */
async function planArchived(run: Run): Promise<JournaledChange[]> {
  const { db, lease } = run;
  const seen = new Set<string>();
  for await (const page of streamDocuments(pagesCollection(db, lease.syncId)))
    for (const id of page.get('ids') as string[]) seen.add(id);
  const synced = db.collection('products').where('source', '==', 'shopify').select('status', 'inStock');
  const unseen: QueryDocumentSnapshot[] = [];
  for await (const one of streamDocuments(synced))
    if (!seen.has(one.id) && one.get('status') !== 'archived') unseen.push(one);
  const planned: JournaledChange[] = [];
  for (const chunk of chunks(unseen)) {
    const heard = await db.getAll(...chunk.map(({ id }) => syncedProductDocument(db, id)));
    chunk.forEach((document, index) => {
      if (wasSyncedSinceStart(run, heard[index])) return;
      planned.push({
        id: document.id,
        kind: 'archived',
        before: { status: document.get('status') ?? null, inStock: document.get('inStock') ?? null },
        after: { status: 'archived', inStock: false },
        platformStockBefore: null,
        version: document.updateTime,
      });
    });
  }
  return planned;
}

/** Writes down what undoing needs; `stale` ids were planned before and are not any more. */
async function writeJournal(
  { db, lease }: Run,
  planned: readonly JournaledChange[],
  stale: readonly string[],
): Promise<void> {
  const batch = db.batch();
  const journal = changesCollection(db, lease.syncId);
  for (const { id, kind, before, after, platformStockBefore } of planned) {
    const applied: AppliedChange = { kind, before, after, platformStockBefore };
    batch.set(journal.doc(id), applied, { mergeFields: JOURNAL_FIELDS });
  }
  for (const id of stale) batch.update(journal.doc(id), { kind: FieldValue.delete() });
  await batch.commit();
}

/** Plans and journals everything; answers what the commit must write. `journaled` is what earlier tries wrote down. */
async function plan(
  run: Run,
  stagedIds: readonly string[],
  journaled: Set<string>,
): Promise<PlannedChange[]> {
  const planned: PlannedChange[] = [];
  let bytes = 0;
  const keep = async (found: readonly JournaledChange[]) => {
    for (const { id, kind, after, synced, version } of found) {
      planned.push({ id, kind, after, version, ...(synced && { synced }) });
      bytes += 2 * id.length + BYTES_PER_WRITE + JSON.stringify([after, synced]).length;
    }
    requireSize(bytes, planned.length);
    if (found.length > 0) await writeJournal(run, found, []);
  };
  for (const ids of chunks(stagedIds)) await keep(await planStaged(run, ids));
  for (const found of chunks(await planArchived(run))) await keep(found);
  const now = new Set(planned.map(({ id }) => id));
  for (const stale of chunks([...journaled].filter((id) => !now.has(id)))) await writeJournal(run, [], stale);
  journaled.clear();
  for (const id of now) journaled.add(id);
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
  const update = { ...Object.fromEntries(fields), updatedAt: at, syncId: FieldValue.delete() };
  batch.update(productDocument(db, change.id), update, { lastUpdateTime: change.version });
  if (change.synced) batch.set(syncedProductDocument(db, change.id), change.synced);
}

/** The documents of a query one after the other, so that they need not be in memory together. */
function streamDocuments(query: Query): AsyncIterable<QueryDocumentSnapshot> {
  return query.stream() as unknown as AsyncIterable<QueryDocumentSnapshot>;
}

const isConflict = (thrown: unknown) =>
  [FAILED_PRECONDITION, NOT_FOUND].includes((thrown as { code?: number }).code ?? -1);

const count = (planned: readonly PlannedChange[], kind: PlannedChange['kind']) =>
  planned.filter((change) => change.kind === kind).length;

/**
 * Switches the catalogue to what was staged, all or nothing; answers the finished record, also when another process
 * finished the run. Rejects with TakenOverError while another process has it, SyncTooLargeError.
 */
export async function applySync(db: Firestore, lease: Lease, now: () => Date): Promise<SyncRecord> {
  const record = syncsCollection(db).doc(lease.syncId);
  const staged: string[] = [];
  const journaled = new Set<string>();
  // A run that died while applying has also noted products to archive, which the platform said nothing of.
  for await (const noted of streamDocuments(
    changesCollection(db, lease.syncId).select('kind', 'platformUpdatedAt'),
  )) {
    if (noted.get('platformUpdatedAt')) staged.push(noted.id);
    if (noted.get('kind')) journaled.add(noted.id);
  }
  for (let tries = 1; ; tries += 1) {
    const read = await record.get();
    const before = read.data() as SyncRecord;
    if (before.status === 'applied') return before;
    await renewLease(db, lease, now());
    const run: Run = { db, lease, startedAt: read.createTime as Timestamp };
    if (tries === 1) await createDrafts(db, lease, staged, now());
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
    batch.set(record, finished);
    batch.set(liveDocument(db), { syncId: lease.syncId, at });
    batch.delete(leaseDocument(db), { lastUpdateTime: held.updateTime as Timestamp });
    try {
      await batch.commit();
      return finished;
    } catch (thrown) {
      // An order or a webhook touched a product in between; plan again on what is there now.
      if (!isConflict(thrown) || tries === COMMIT_MAX_ATTEMPTS) throw thrown;
    }
  }
}
