// Makes the draw of a drop; see model/src/draw.ts. Nobody enters or leaves while a drop is drawing,
// so a run that is repeated, or overlaps with another, writes the same order again.
import { rankTickets, ticketsDigest } from '@savepoint/model/draw';
import type { DropEntry } from '@savepoint/model/drop-entry';
import {
  type DropDocument,
  type DropSecret,
  dropPath,
  dropSecretPath,
  RANKING_CHUNK,
  type RankingChunk,
  rankingPath,
} from '../editions/drop-records.ts';
import type { DropContext } from './drop-context.ts';

const PAGE_SIZE = 1_000;

/**
 * Ranks the tickets of a drop and publishes the seed. Does nothing for a drop that is not drawing.
 */
export async function drawTickets(context: DropContext, dropId: string): Promise<void> {
  const { store } = context;
  const drop = await store.get<DropDocument>(dropPath(dropId));
  if (drop?.state !== 'drawing' || drop.isStopped) return;
  const secret = await store.get<DropSecret>(dropSecretPath(dropId));
  if (secret === null) throw new Error(`The drop ${dropId} has no seed.`);
  const entryIds = await readTickets(context, dropId);
  const ranking = await rankTickets(secret.seed, [...entryIds.keys()]);
  for (let start = 0; start < ranking.length; start += RANKING_CHUNK) {
    const tickets = ranking.slice(start, start + RANKING_CHUNK);
    const chunk: RankingChunk = {
      tickets,
      entryIds: tickets.map((ticket) => entryIds.get(ticket) as string),
    };
    await store.runTransaction(async (transaction) =>
      transaction.set(rankingPath(dropId, start / RANKING_CHUNK), chunk),
    );
  }
  const draw = {
    seed: secret.seed,
    ticketsDigest: await ticketsDigest(ranking),
    tickets: ranking.length,
  };
  await store.runTransaction(async (transaction) => {
    const current = await transaction.get<DropDocument>(dropPath(dropId));
    if (current?.state === 'drawing' && !current.isStopped)
      transaction.update(dropPath(dropId), { state: 'selling', draw });
  });
}

/** The entry of each ticket that takes part. */
async function readTickets({ store }: DropContext, dropId: string): Promise<Map<string, string>> {
  const entryIds = new Map<string, string>();
  let after: string | undefined;
  do {
    const page = await store.find<DropEntry>({
      collection: 'dropEntries',
      where: { dropId, state: 'entered' },
      limit: PAGE_SIZE,
      after,
    });
    for (const { id, fields } of page) entryIds.set(fields.ticket, id);
    after = page.length === PAGE_SIZE ? page.at(-1)?.id : undefined;
  } while (after !== undefined);
  return entryIds;
}
