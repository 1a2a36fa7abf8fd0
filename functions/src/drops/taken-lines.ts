// Tells an instance whether all units of a line are given out. Every entry locks the drop, so a
// flag there could be written only after the rush; and the books change with every batch. So an
// instance reads the books without a lock, at most once a second, and notes them in its own runs.
import { type DropBooks, unitsLeft } from '@savepoint/model/drop-entry';
import { dropBooksPath } from '../editions/drop-records.ts';
import type { DocumentStore } from '../firestore/document-store.ts';

const KEPT_MS = 1000;

/** The state of each drop as the instance last saw it. */
export type TakenLines = Map<string, { readonly isTaken: boolean; readonly until: number }>;

interface Context {
  readonly store: DocumentStore;
  readonly now: () => Date;
  readonly takenLines: TakenLines;
}

/** Notes books that were just read; returns true if nothing is left to give out. */
export function noteBooks({ takenLines, now }: Context, dropId: string, books: DropBooks): boolean {
  const isTaken = unitsLeft(books) === 0;
  takenLines.set(dropId, { isTaken, until: now().getTime() + KEPT_MS });
  return isTaken;
}

/** Returns true if nothing is left to give out; the answer is at most a second old. */
export async function isTaken(context: Context, dropId: string): Promise<boolean> {
  const known = context.takenLines.get(dropId);
  if (known !== undefined && known.until > context.now().getTime()) return known.isTaken;
  const books = await context.store.get<DropBooks>(dropBooksPath(dropId));
  return books !== null && noteBooks(context, dropId, books);
}
