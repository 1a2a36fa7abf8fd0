// The public state of a drop. Drop documents contain secrets, so no client reads them: Hosting
// caches these responses for a second, so that a hundred thousand open pages cost one read.
import type { ListedDrop, PublicDrop, PublishedDraw } from '@savepoint/model/drop';
import { type DropBooks, unitsLeft } from '@savepoint/model/drop-entry';
import { dropPhase } from '@savepoint/model/drop-phase';
import type { Firestore } from 'firebase-admin/firestore';
import {
  type DropDocument,
  dropBooksPath,
  dropPath,
  RANKING_CHUNK,
  type RankingChunk,
  rankingPath,
} from './drop-records.ts';

/** The entries of a drop, except those that have left. */
export async function countEntries(db: Firestore, dropId: string): Promise<number> {
  const entries = db.collection('dropEntries').where('dropId', '==', dropId);
  const [all, left] = await Promise.all([
    entries.count().get(),
    entries.where('state', '==', 'left').count().get(),
  ]);
  return all.data().count - left.data().count;
}

/** At most a second old, so that a line is taken at its opening if enough people wait for it. */
async function countWaiting(db: Firestore, dropId: string): Promise<number> {
  const entries = db.collection('dropEntries').where('dropId', '==', dropId);
  return (await entries.where('state', '==', 'entered').count().get()).data().count;
}

/** The state of a drop at a time; undefined if it does not exist. */
export async function readPublicDrop(
  db: Firestore,
  dropId: string,
  entries: number,
  now: Date,
): Promise<PublicDrop | undefined> {
  const [found, foundBooks] = await db.getAll(db.doc(dropPath(dropId)), db.doc(dropBooksPath(dropId)));
  const drop = found?.data() as DropDocument | undefined;
  const books = foundBooks?.data() as DropBooks | undefined;
  if (drop === undefined || books === undefined) return undefined;
  const { earlyAccess, state, isStopped, createdAt, updatedAt, ...fields } = drop;
  const left = unitsLeft(books);
  return {
    ...fields,
    id: dropId,
    phase: dropPhase(drop, now),
    left,
    ...(drop.kind === 'line' && left > 0 && { waiting: await countWaiting(db, dropId) }),
    entries,
    ...(earlyAccess && {
      earlyAccess: { hours: earlyAccess.hours, hasCode: earlyAccess.code !== undefined },
    }),
    now: now.toISOString(),
  };
}

const LISTED_MAX = 100;

/** The drops that are announced or open at a time, sorted by opening time. */
export async function readListedDrops(db: Firestore, now: Date): Promise<ListedDrop[]> {
  const found = await db.collection('drops').where('state', '==', 'announced').limit(LISTED_MAX).get();
  return found.docs
    .flatMap((document): ListedDrop[] => {
      const drop = document.data() as DropDocument;
      const phase = dropPhase(drop, now);
      if (phase !== 'announced' && phase !== 'open') return [];
      const { title, productId, size, kind, units, opensAt, closesAt } = drop;
      const sold = { productId, ...(size !== undefined && { size }), units };
      return [{ id: document.id, title, kind, ...sold, opensAt, closesAt, phase }];
    })
    .sort((one, other) => Date.parse(one.opensAt) - Date.parse(other.opensAt));
}

/** A draw with all its tickets; undefined until it is made. */
export async function readPublishedDraw(db: Firestore, dropId: string): Promise<PublishedDraw | undefined> {
  const drop = (await db.doc(dropPath(dropId)).get()).data() as DropDocument | undefined;
  if (drop?.draw === undefined || drop.commitment === undefined) return undefined;
  const chunks = Math.ceil(drop.draw.tickets / RANKING_CHUNK);
  const found = await Promise.all(
    Array.from({ length: chunks }, (_, chunk) => db.doc(rankingPath(dropId, chunk)).get()),
  );
  return {
    dropId,
    title: drop.title,
    units: drop.units,
    commitment: drop.commitment,
    ...drop.draw,
    ranking: found.flatMap((chunk) => (chunk.data() as RankingChunk | undefined)?.tickets ?? []),
  };
}
