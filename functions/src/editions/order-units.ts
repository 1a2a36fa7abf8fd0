// An order's changes to the entries with its units. Like stock, entries are read before the first
// write of a transaction, changed in a map, and written with the order.
import { type DropEntry, isOrderable, orderEntry, payEntry, releaseEntry } from '@savepoint/model/drop-entry';
import type { Edition } from '@savepoint/model/edition';
import type { OrderLine } from '@savepoint/model/order';
import type { ProductFields } from '@savepoint/model/product';
import type { DocumentTransaction } from '../firestore/document-store.ts';
import { dropEntryPath } from './drop-records.ts';

/** Entries by path, null for people who have not entered. */
export type EntryMap = Map<string, DropEntry | null>;

interface EditionOrder {
  readonly userId: string;
  readonly lines: readonly Pick<OrderLine, 'edition'>[];
}

/** Why a line of a drop cannot be ordered. */
export interface UnitRefusal {
  readonly productId: string;
  readonly size: string | undefined;
  /** The number of units that the shopper can order. */
  readonly available: number;
  readonly reason: 'not-given' | 'too-late' | 'too-many';
}

/** Reads the entries of an order's units; an order without limited editions reads nothing. */
export async function readOrderEntries(
  transaction: DocumentTransaction,
  { userId, lines }: EditionOrder,
): Promise<EntryMap> {
  const paths = [...new Set(lines.flatMap(({ edition }) => edition?.dropId ?? []))].map((dropId) =>
    dropEntryPath(dropId, userId),
  );
  const entries = await transaction.getAll<DropEntry>(paths);
  return new Map(paths.map((path, index) => [path, entries[index] ?? null]));
}

/** The drop that sells a line, if any. */
export function dropOf(product: Pick<ProductFields, 'drop'> | undefined, size: string | undefined) {
  const drop = product?.drop;
  return drop === undefined || (drop.size !== undefined && drop.size !== size) ? undefined : drop.id;
}

/**
 * Takes the units of lines sold by drops from the shopper's entries, and returns the lines with
 * their numbers. Missing entries are read into the map.
 */
export async function claimUnits(
  transaction: DocumentTransaction,
  entries: EntryMap,
  lines: readonly OrderLine[],
  claim: {
    readonly uid: string;
    readonly orderId: string;
    readonly now: Date;
    readonly productOf: (id: string) => Pick<ProductFields, 'drop'> | undefined;
  },
): Promise<{ readonly lines: readonly OrderLine[] } | UnitRefusal> {
  const { uid, orderId, now, productOf } = claim;
  const dropIds = lines.map(({ id, size }) => dropOf(productOf(id), size));
  const distinct = [...new Set(dropIds.flatMap((id) => id ?? []))];
  const missing = distinct.map((id) => dropEntryPath(id, uid)).filter((path) => !entries.has(path));
  const read = await transaction.getAll<DropEntry>(missing);
  for (const [index, path] of missing.entries()) entries.set(path, read[index] ?? null);
  const editions: (Edition | undefined)[] = lines.map(() => undefined);
  for (const dropId of distinct) {
    const path = dropEntryPath(dropId, uid);
    const entry = entries.get(path) ?? null;
    const quantityAt = (index: number) => (dropIds[index] === dropId ? (lines[index]?.quantity ?? 0) : 0);
    const quantity = lines.reduce((sum, _, index) => sum + quantityAt(index), 0);
    const ordered = entry === null ? undefined : orderEntry(entry, { orderId, quantity, now });
    if (entry === null || ordered === undefined) {
      const refused = lines[dropIds.indexOf(dropId)];
      return { productId: refused?.id ?? '', size: refused?.size, ...findReason(entry, now) };
    }
    entries.set(path, ordered);
    const left = [...ordered.numbers];
    for (const index of lines.keys())
      if (quantityAt(index) > 0)
        editions[index] = { dropId, numbers: left.splice(0, quantityAt(index)), of: entry.of ?? 0 };
  }
  return {
    lines: lines.map((line, index) => {
      const edition = editions[index];
      return edition === undefined ? line : { ...line, edition };
    }),
  };
}

function findReason(entry: DropEntry | null, now: Date): Pick<UnitRefusal, 'reason' | 'available'> {
  if (entry !== null && isOrderable(entry, now))
    return { reason: 'too-many', available: entry.numbers.length };
  const isLate = entry?.state === 'won' || entry?.state === 'missed';
  return { reason: isLate ? 'too-late' : 'not-given', available: 0 };
}

/** Records in the map that an order is paid. */
export function payUnits(entries: EntryMap, orderId: string): void {
  changeEntries(entries, (entry) => payEntry(entry, orderId));
}

/** Records in the map that an order has ended and its units were restocked. */
export function releaseUnits(entries: EntryMap, orderId: string, now: Date): void {
  changeEntries(entries, (entry) => releaseEntry(entry, orderId, now));
}

function changeEntries(entries: EntryMap, change: (entry: DropEntry) => DropEntry | undefined): void {
  for (const [path, entry] of entries) {
    const after = entry === null ? undefined : change(entry);
    if (after !== undefined) entries.set(path, after);
  }
}

/** Writes all entries of the map. */
export function writeEntries(transaction: DocumentTransaction, entries: EntryMap): void {
  for (const [path, entry] of entries) if (entry !== null) transaction.set(path, entry);
}
