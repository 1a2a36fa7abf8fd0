import { type DropDocument, dropPath } from '../editions/drop-records.ts';
import { drawTickets } from './draw-tickets.ts';
import type { DropContext } from './drop-context.ts';
import { passOnUnits } from './pass-on-units.ts';

const RUNNING_MAX = 200;

/** Closes a drop that is due, makes its draw, and passes on its units. */
export async function advanceDrop(context: DropContext, dropId: string): Promise<void> {
  await passOnUnits(context, dropId);
  const drop = await context.store.get<DropDocument>(dropPath(dropId));
  if (drop?.state !== 'drawing') return;
  await drawTickets(context, dropId);
  await passOnUnits(context, dropId);
}

/**
 * Advances every drop that has not ended. A failure is reported and does not hold up the others.
 */
export async function advanceDrops(
  context: DropContext,
  warn: (dropId: string, cause: unknown) => void,
): Promise<void> {
  const pages = await Promise.all(
    ['announced', 'drawing', 'selling'].map((state) =>
      context.store.find({ collection: 'drops', where: { state }, limit: RUNNING_MAX }),
    ),
  );
  for (const { id } of pages.flat()) {
    try {
      await advanceDrop(context, id);
    } catch (error) {
      warn(id, error);
    }
  }
}
