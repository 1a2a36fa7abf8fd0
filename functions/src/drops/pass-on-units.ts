// Gives the units of a drop to the next entries. Work is done in batches; each is one transaction
// that rereads everything it decides on, so runs may overlap, repeat, and end between any two
// batches.
import { dueState } from '@savepoint/model/drop';
import {
  type DropBooks,
  type DropEntry,
  ENTRY_SHARDS,
  giveUnits,
  missEntry,
  settleEntry,
  unitsLeft,
} from '@savepoint/model/drop-entry';
import { servedUntil } from '@savepoint/model/drop-phase';
import type { ProductFields } from '@savepoint/model/product';
import { nextVersion } from '@savepoint/model/product-version';
import {
  type DropDocument,
  dropBooksPath,
  dropPath,
  RANKING_CHUNK,
  type RankingChunk,
  rankingPath,
} from '../editions/drop-records.ts';
import type { FoundDocument } from '../firestore/document-store.ts';
import type { DropContext } from './drop-context.ts';
import { noteBooks } from './taken-lines.ts';

/**
 * Entries per transaction: each also has an email. Eight commits give out 2,000 units, and a
 * document takes a burst of ten before it is limited to one a second.
 */
const BATCH = 250;

type FoundEntry = FoundDocument<DropEntry>;
/** The next entries in order. */
interface NextEntries {
  readonly ids: readonly string[];
  /** The books when the entries were found. */
  readonly books: DropBooks;
}

const entryPath = (id: string) => `dropEntries/${id}`;

/**
 * Settles changes by shoppers and orders, ends entries that were not ordered in time, and gives out
 * free units, until nothing changes any more.
 */
export async function passOnUnits(context: DropContext, dropId: string): Promise<void> {
  while (await passOnBatch(context, dropId, true));
}

/** Gives out free units: the step after somebody has entered. */
export async function giveOutUnits(context: DropContext, dropId: string): Promise<void> {
  while (await passOnBatch(context, dropId, false));
}

/** Returns whether anything changed. */
async function passOnBatch(context: DropContext, dropId: string, isWhole: boolean): Promise<boolean> {
  const [drop, books] = await Promise.all([
    context.store.get<DropDocument>(dropPath(dropId)),
    context.store.get<DropBooks>(dropBooksPath(dropId)),
  ]);
  if (drop === null || books === null || drop.state === 'ended') return false;
  noteBooks(context, dropId, books);
  const changed = isWhole ? await findChanged(context, dropId) : [];
  const returning = changed.reduce(
    (sum, { fields }) => sum + fields.freed.length + lateUnits(context, fields),
    0,
  );
  const wanted = canGive(drop) ? Math.min(BATCH, unitsLeft(books) + returning) : 0;
  if (!isWhole && wanted === 0) return false;
  const nextIds = wanted === 0 ? undefined : await findNext(context, dropId, { drop, books, limit: wanted });
  return applyBatch(
    context,
    dropId,
    changed.map(({ id }) => id),
    nextIds && { ids: nextIds, books },
  );
}

const canGive = ({ kind, state, isStopped }: DropDocument) =>
  !isStopped && (kind === 'line' ? state !== 'ended' : state === 'selling');

const lateUnits = (context: DropContext, entry: DropEntry) =>
  missEntry(entry, context.now()) === undefined ? 0 : entry.numbers.length;

/** Entries to settle, and those that were not ordered in time. */
async function findChanged({ store, now }: DropContext, dropId: string): Promise<FoundEntry[]> {
  const [unsettled, late] = await Promise.all([
    store.find<DropEntry>({
      collection: 'dropEntries',
      where: { dropId, isUnsettled: true },
      limit: BATCH,
    }),
    store.find<DropEntry>({
      collection: 'dropEntries',
      where: { dropId, state: 'won' },
      orderBy: 'payBy',
      until: now(),
      limit: BATCH,
    }),
  ]);
  return [...new Map([...unsettled, ...late].map((entry) => [entry.id, entry])).values()];
}

function findNext(
  context: DropContext,
  dropId: string,
  { drop, books, limit }: { readonly drop: DropDocument; readonly books: DropBooks; readonly limit: number },
): Promise<readonly string[]> {
  return drop.kind === 'line'
    ? findNextInLine(context, dropId, servedUntil(drop, context.now()), limit)
    : findNextOfDraw(context, dropId, books.nextRank, limit);
}

/**
 * The entries that have waited longest. Each shard returns its next ones; entries after the end of
 * a full page are unknown, so nobody later than that may be served yet.
 */
async function findNextInLine(
  { store }: DropContext,
  dropId: string,
  until: Date | undefined,
  limit: number,
): Promise<readonly string[]> {
  const perShard = Math.ceil(limit / ENTRY_SHARDS) + 1;
  const pages = await Promise.all(
    Array.from({ length: ENTRY_SHARDS }, (_, shard) =>
      store.find<DropEntry>({
        collection: 'dropEntries',
        where: { dropId, state: 'entered', shard },
        orderBy: 'queuedAt',
        ...(until !== undefined && { until }),
        limit: perShard,
      }),
    ),
  );
  const timeOf = ({ fields }: FoundEntry) => fields.queuedAt.getTime();
  const knownUntil = Math.min(
    ...pages.flatMap((page) => {
      const last = page.length === perShard ? page.at(-1) : undefined;
      return last === undefined ? [] : timeOf(last);
    }),
  );
  return pages
    .flat()
    .filter((entry) => timeOf(entry) <= knownUntil)
    .sort((a, b) => timeOf(a) - timeOf(b) || (a.fields.ticket < b.fields.ticket ? -1 : 1))
    .slice(0, limit)
    .map(({ id }) => id);
}

async function findNextOfDraw(
  { store }: DropContext,
  dropId: string,
  rank: number,
  limit: number,
): Promise<readonly string[]> {
  const chunk = await store.get<RankingChunk>(rankingPath(dropId, Math.floor(rank / RANKING_CHUNK)));
  const start = rank % RANKING_CHUNK;
  return chunk?.entryIds.slice(start, start + limit) ?? [];
}

const hasGivenOut = (now: DropBooks, then: DropBooks) =>
  now.issued !== then.issued || now.nextRank !== then.nextRank;

/** Decides about entries with the current books, and writes everything or nothing. */
function applyBatch(
  context: DropContext,
  dropId: string,
  changedIds: readonly string[],
  next: NextEntries | undefined,
): Promise<boolean> {
  return context.store.runTransaction(async (transaction) => {
    const ids = [...new Set([...changedIds, ...(next?.ids ?? [])])];
    const [drop, before] = (await transaction.getAll<unknown>([dropPath(dropId), dropBooksPath(dropId)])) as [
      DropDocument | null,
      DropBooks | null,
    ];
    if (drop === null || before === null || drop.state === 'ended') return false;
    // Another run was faster and has given units to these entries, so they are not read again.
    if (next !== undefined && hasGivenOut(before, next.books)) return true;
    const found = await transaction.getAll<DropEntry>(ids.map(entryPath));
    const now = context.now();
    const entries = new Map(ids.map((id, index) => [id, found[index] ?? null]));
    const written = new Map<string, DropEntry>();
    let books = before;
    const keep = (id: string, result: { readonly books: DropBooks; readonly entry: DropEntry }) => {
      books = result.books;
      entries.set(id, result.entry);
      written.set(id, result.entry);
    };
    for (const id of changedIds) {
      const entry = entries.get(id);
      const missed = entry && (missEntry(entry, now) ?? entry);
      if (missed?.isUnsettled) keep(id, settleEntry(books, missed));
    }
    const given: DropEntry[] = [];
    const payBy = new Date(now.getTime() + drop.payMinutes * 60_000);
    let isAnybodyWaiting = next === undefined;
    for (const id of canGive(drop) ? (next?.ids ?? []) : []) {
      const entry = entries.get(id);
      if (unitsLeft(books) === 0) {
        isAnybodyWaiting = true;
        break;
      }
      if (drop.kind === 'draw') books = { ...books, nextRank: books.nextRank + 1 };
      const result = entry && giveUnits(books, entry, payBy);
      if (!result) continue;
      keep(id, result);
      given.push(result.entry);
    }
    isAnybodyWaiting ||= (next?.ids.length ?? 0) > 0;
    const state = dueState(drop, books, isAnybodyWaiting, now);
    const isDropChanged = state !== drop.state;
    const freeProduct = state === 'ended' ? await readProduct() : undefined;
    if (books === before && !isDropChanged) return false;
    for (const [id, entry] of written) transaction.set(entryPath(id), entry);
    for (const entry of given)
      if (entry.email !== '')
        transaction.set(
          `mail/drop-given-${entry.ticket}-${payBy.getTime()}`,
          context.givenEmail(drop, entry),
        );
    if (books !== before) transaction.set(dropBooksPath(dropId), books);
    if (isDropChanged) transaction.update(dropPath(dropId), { state });
    freeProduct?.();
    return true;

    /** The rest of an ended drop becomes ordinary stock. */
    async function readProduct(): Promise<(() => void) | undefined> {
      const path = `products/${drop?.productId}`;
      const product = await transaction.get<ProductFields>(path);
      if (product?.drop?.id !== dropId) return undefined;
      const { drop: _, ...fields } = product;
      const updatedAt = nextVersion(fields.updatedAt, context.now());
      return () => transaction.set(path, { ...fields, updatedAt });
    }
  });
}
