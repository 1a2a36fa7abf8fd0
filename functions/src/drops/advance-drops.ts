import { type DropDocument, dropPath } from '../editions/drop-records.ts';
import { drawTickets } from './draw-tickets.ts';
import type { DropContext } from './drop-context.ts';
import { passOnUnits } from './pass-on-units.ts';

const RUNNING_MAX = 200;
/** The interval of the schedule. */
const INTERVAL_MS = 60_000;

/** Closes a drop that is due, makes its draw, and passes on its units. */
export async function advanceDrop(context: DropContext, dropId: string): Promise<void> {
  await passOnUnits(context, dropId);
  const drop = await context.store.get<DropDocument>(dropPath(dropId));
  if (drop?.state !== 'drawing') return;
  await drawTickets(context, dropId);
  await passOnUnits(context, dropId);
}

/**
 * Advances every drop that has not ended, and waits for those that open before the next run: units
 * of a line are given out in the second of its opening. A failure is reported and does not hold up
 * the others.
 */
export async function advanceDrops(
  context: DropContext,
  {
    warn,
    sleep,
  }: { warn: (dropId: string, cause: unknown) => void; sleep: (ms: number) => Promise<unknown> },
): Promise<void> {
  const pages = await Promise.all(
    ['announced', 'drawing', 'selling'].map((state) =>
      context.store.find<DropDocument>({ collection: 'drops', where: { state }, limit: RUNNING_MAX }),
    ),
  );
  const drops = pages.flat().map(({ id, fields }) => ({ id, opensMs: Date.parse(fields.opensAt) }));
  const now = context.now().getTime();
  const opening = drops
    .filter(({ opensMs }) => opensMs > now && opensMs <= now + INTERVAL_MS)
    .sort((one, other) => one.opensMs - other.opensMs);
  for (const { id, opensMs } of [...drops.map(({ id }) => ({ id, opensMs: now })), ...opening]) {
    try {
      if (opensMs > now) await sleep(Math.max(0, opensMs - context.now().getTime()));
      await advanceDrop(context, id);
    } catch (error) {
      warn(id, error);
    }
  }
}
