// Whether all units of a line are given out. A flag in the drop, which everybody who enters locks,
// would wait until nobody enters; the books are written by every batch. So nobody locks them: an
// instance looks at them once a second, and each of its runs tells it, as often as the page does.
import { type DropBooks, unitsLeft } from '@savepoint/model/drop-entry';
import { dropBooksPath } from '../editions/drop-records.ts';
import type { DropContext } from './drop-context.ts';

const KEPT_MS = 1000;

/** What an instance knows of each drop. */
export type TakenLines = Map<string, { readonly isTaken: boolean; readonly until: number }>;

/** Notes what has just been read. */
export function noteBooks({ takenLines, now }: DropContext, dropId: string, books: DropBooks): boolean {
  const isTaken = unitsLeft(books) === 0;
  takenLines.set(dropId, { isTaken, until: now().getTime() + KEPT_MS });
  return isTaken;
}

/** Whether nothing is left to give out, as it was a second ago at most. */
export async function isTaken(context: DropContext, dropId: string): Promise<boolean> {
  const known = context.takenLines.get(dropId);
  if (known !== undefined && known.until > context.now().getTime()) return known.isTaken;
  const books = await context.store.get<DropBooks>(dropBooksPath(dropId));
  return books !== null && noteBooks(context, dropId, books);
}
