// Makes the draw of a drop; see model/src/draw.ts. A million entries take longer than one call has,
// so it goes in steps, each of which is a transaction with the progress of the draw:
//
//   read     a page of entries is written as their tickets, until there is no further one
//   rank     the tickets of all pages are ranked; a chunk of the order is written a step
//   publish  the seed and the state of the drop, and the pages are deleted
//
// A run goes on after the last step of the one before. Nobody enters or leaves while a drop is
// drawing, so runs that overlap find the same; the one that is behind ends.
import { rankTickets, ticketsDigest } from '@savepoint/model/draw';
import type { DropEntry } from '@savepoint/model/drop-entry';
import {
  type DrawProgress,
  type DropDocument,
  type DropSecret,
  drawProgressPath,
  dropPath,
  dropSecretPath,
  RANKING_CHUNK,
  type RankingChunk,
  rankingPath,
  ticketPagePath,
} from '../editions/drop-records.ts';
import type { DropContext } from './drop-context.ts';
import { sha256 } from './sha256.ts';

/** Pages that are read concurrently. */
const PARALLEL_PAGES = 10;

interface Draw {
  readonly store: DropContext['store'];
  readonly dropId: string;
  readonly chunkSize: number;
}

/** Ranks the tickets of a drop and publishes the seed. Does nothing unless the drop is drawing. */
export async function drawTickets(
  { store }: DropContext,
  dropId: string,
  chunkSize = RANKING_CHUNK,
): Promise<void> {
  const drop = await store.get<DropDocument>(dropPath(dropId));
  if (drop?.state !== 'drawing' || drop.isStopped) return;
  const secret = await store.get<DropSecret>(dropSecretPath(dropId));
  if (secret === null) throw new Error(`The drop ${dropId} has no seed.`);
  const draw: Draw = { store, dropId, chunkSize };
  const read = await readPages(draw, (await readProgress(draw)) ?? { pages: 0, isRead: false, chunks: 0 });
  if (read === undefined) return;
  const entryIds = await readTickets(draw, read.pages);
  const ranking = await rankTickets(secret.seed, [...entryIds.keys()], sha256);
  if (await writeRanking(draw, read, ranking, entryIds))
    await publish(draw, read.pages, {
      seed: secret.seed,
      ticketsDigest: await ticketsDigest(ranking, sha256),
      tickets: ranking.length,
    });
}

const readProgress = ({ store, dropId }: Draw) => store.get<DrawProgress>(drawProgressPath(dropId));

/** Writes a step, or returns false if another run is ahead of `before`. */
function writeStep(
  { store, dropId }: Draw,
  before: DrawProgress,
  after: DrawProgress,
  written?: { readonly path: string; readonly chunk: RankingChunk },
): Promise<boolean> {
  return store.runTransaction(async (transaction) => {
    const path = drawProgressPath(dropId);
    const found = await transaction.getAll<unknown>([dropPath(dropId), path]);
    const [drop, current] = found as [DropDocument | null, DrawProgress | null];
    // The run that publishes the draw deletes its progress.
    if (drop?.state !== 'drawing' || drop.isStopped) return false;
    if ((current?.pages ?? 0) !== before.pages || (current?.chunks ?? 0) !== before.chunks) return false;
    if (written !== undefined) transaction.set(written.path, written.chunk);
    transaction.set(path, after);
    return true;
  });
}

/** Returns the progress once every entry is on a page; undefined if another run took over. */
async function readPages(draw: Draw, before: DrawProgress): Promise<DrawProgress | undefined> {
  const { store, dropId, chunkSize } = draw;
  let progress = before;
  while (!progress.isRead) {
    const page = await store.find<DropEntry>({
      collection: 'dropEntries',
      where: { dropId, state: 'entered' },
      limit: chunkSize,
      after: progress.after,
    });
    const next = {
      ...progress,
      pages: progress.pages + (page.length === 0 ? 0 : 1),
      isRead: page.length < chunkSize,
      ...(page.length > 0 && { after: page.at(-1)?.id }),
    };
    const chunk = { tickets: page.map(({ fields }) => fields.ticket), entryIds: page.map(({ id }) => id) };
    const written = { path: ticketPagePath(dropId, progress.pages), chunk };
    if (!(await writeStep(draw, progress, next, page.length === 0 ? undefined : written))) return undefined;
    progress = next;
  }
  return progress;
}

/** The entry of each participating ticket. */
async function readTickets({ store, dropId }: Draw, pages: number): Promise<Map<string, string>> {
  const entryIds = new Map<string, string>();
  for (let first = 0; first < pages; first += PARALLEL_PAGES) {
    const count = Math.min(PARALLEL_PAGES, pages - first);
    const found = await Promise.all(
      Array.from({ length: count }, (_, index) =>
        store.get<RankingChunk>(ticketPagePath(dropId, first + index)),
      ),
    );
    for (const page of found)
      for (const [index, ticket] of (page?.tickets ?? []).entries())
        entryIds.set(ticket, page?.entryIds[index] as string);
  }
  return entryIds;
}

/** Writes the rest of the order; false if another run took over. */
async function writeRanking(
  draw: Draw,
  before: DrawProgress,
  ranking: readonly string[],
  entryIds: ReadonlyMap<string, string>,
): Promise<boolean> {
  const { dropId, chunkSize } = draw;
  let progress = before;
  while (progress.chunks * chunkSize < ranking.length) {
    const start = progress.chunks * chunkSize;
    const tickets = ranking.slice(start, start + chunkSize);
    const chunk = { tickets, entryIds: tickets.map((ticket) => entryIds.get(ticket) as string) };
    const next = { ...progress, chunks: progress.chunks + 1 };
    const written = { path: rankingPath(dropId, progress.chunks), chunk };
    if (!(await writeStep(draw, progress, next, written))) return false;
    progress = next;
  }
  return true;
}

function publish(
  { store, dropId }: Draw,
  pages: number,
  draw: NonNullable<DropDocument['draw']>,
): Promise<void> {
  return store.runTransaction(async (transaction) => {
    const current = await transaction.get<DropDocument>(dropPath(dropId));
    if (current?.state !== 'drawing' || current.isStopped) return;
    transaction.update(dropPath(dropId), { state: 'selling', draw });
    transaction.delete(drawProgressPath(dropId));
    for (let page = 0; page < pages; page += 1) transaction.delete(ticketPagePath(dropId, page));
  });
}
