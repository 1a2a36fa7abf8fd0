// Entries of a drop and the units of its edition. An entry is a document that its shopper, the
// shopper's orders and the drop write; `DropBooks` is the drop's own document, which knows the
// numbers that nobody has. A number is in one place at a time:
//
//   in the books    returned, or above `issued`            nobody has it
//   in an entry     `numbers`                              given to the shopper, ordered or bought
//   in an entry     `freed`                                given back, and not yet in the books
//
// Whoever changes what an entry has marks it `isUnsettled`, and the drop settles it with its books
// in the next batch, so that no order and no shopper writes the one document of all.

/**
 * `entered` waits for units; `won` has some and can order them; `ordered` and `bought` have an
 * order of them, unpaid or paid; `missed` did not order in time; `left` gave up.
 */
export type DropEntryState = 'entered' | 'won' | 'ordered' | 'bought' | 'missed' | 'left';

/** dropEntries/{dropId}:{uid}; `Time` is a Date on the server and an ISO string in browsers. */
export interface DropEntry<Time = Date> {
  readonly dropId: string;
  readonly userId: string;
  /** Empty for deleted accounts. */
  readonly email: string;
  /** The random public id of an entry, in hexadecimal. */
  readonly ticket: string;
  readonly state: DropEntryState;
  /** The number of units that the shopper wants. */
  readonly units: number;
  /** The place in a line; see `placeInLine`. */
  readonly queuedAt: Time;
  /** One of ENTRY_SHARDS, so that concurrent entries are not neighbors in an index. */
  readonly shard: number;
  /** The edition numbers that the shopper has, in ascending order. */
  readonly numbers: readonly number[];
  /** The size of the edition when the numbers were given. */
  readonly of?: number;
  /** The deadline for ordering the numbers. */
  readonly payBy?: Time;
  readonly orderId?: string;
  readonly freed: readonly number[];
  /** How many of the numbers the books count as sold. */
  readonly counted: number;
  readonly isUnsettled: boolean;
}

/** dropBooks/{dropId}: the state of the numbers 1 to `units`. */
export interface DropBooks {
  readonly units: number;
  /** Numbers from 1 to this one have been given out. */
  readonly issued: number;
  /** Issued numbers that came back, in ascending order. */
  readonly returned: readonly number[];
  readonly sold: number;
  /** The position in the order of the draw that gets the next unit, counted from 0. */
  readonly nextRank: number;
}

export const ENTRY_SHARDS = 16;

const entryShard = (ticket: string) => Number.parseInt(ticket[0] ?? '0', 16) % ENTRY_SHARDS;

export const newBooks = (units: number): DropBooks => ({
  units,
  issued: 0,
  returned: [],
  sold: 0,
  nextRank: 0,
});

/** Units that nobody holds. */
export const unitsLeft = ({ units, issued, returned }: DropBooks) =>
  Math.max(0, units - issued) + returned.length;

/** Units that are held but not paid, as recorded in the books. */
export const unitsHeld = ({ issued, returned, sold }: DropBooks) => issued - returned.length - sold;

const ascending = (numbers: readonly number[]) => [...numbers].sort((a, b) => a - b);

/** A new entry, or a repeated one after its shopper had left. */
export function newEntry(
  before: DropEntry | null,
  fields: Pick<DropEntry, 'dropId' | 'userId' | 'email' | 'ticket' | 'units' | 'queuedAt'>,
): DropEntry {
  return {
    ...fields,
    state: 'entered',
    shard: entryShard(fields.ticket),
    numbers: [],
    freed: before?.freed ?? [],
    counted: before?.counted ?? 0,
    isUnsettled: before?.isUnsettled ?? false,
  };
}

/** Gives an entry up to as many units as it asks for. Undefined if none are left. */
export function giveUnits(
  books: DropBooks,
  entry: DropEntry,
  payBy: Date,
): { readonly books: DropBooks; readonly entry: DropEntry } | undefined {
  const count = Math.min(entry.units, unitsLeft(books));
  if (entry.state !== 'entered' || count === 0) return undefined;
  const again = books.returned.slice(0, count);
  const fresh = Array.from({ length: count - again.length }, (_, index) => books.issued + 1 + index);
  return {
    books: {
      ...books,
      issued: books.issued + fresh.length,
      returned: books.returned.slice(again.length),
    },
    entry: { ...entry, state: 'won', numbers: ascending([...again, ...fresh]), of: books.units, payBy },
  };
}

/** Records in the books what an entry has returned and bought. */
export function settleEntry(
  books: DropBooks,
  entry: DropEntry,
): { readonly books: DropBooks; readonly entry: DropEntry } {
  const counted = entry.state === 'bought' ? entry.numbers.length : 0;
  return {
    books: {
      ...books,
      returned: ascending([...books.returned, ...entry.freed]),
      sold: books.sold + counted - entry.counted,
    },
    entry: { ...entry, freed: [], counted, isUnsettled: false },
  };
}

/** Returns all numbers and ends an entry as `missed` or `left`. */
function giveBack(entry: DropEntry, state: 'missed' | 'left'): DropEntry {
  const { payBy, orderId, of, ...rest } = entry;
  return {
    ...rest,
    state,
    numbers: [],
    freed: ascending([...entry.freed, ...entry.numbers]),
    isUnsettled: true,
  };
}

/** True if the numbers of an entry can still be ordered. */
export const isOrderable = ({ state, payBy }: DropEntry, now: Date) =>
  state === 'won' && payBy !== undefined && payBy > now;

/** Ends an entry that was not ordered in time; undefined for any other. */
export function missEntry(entry: DropEntry, now: Date): DropEntry | undefined {
  return entry.state === 'won' && !isOrderable(entry, now) ? giveBack(entry, 'missed') : undefined;
}

/** The entry after its shopper leaves; undefined while it has an order. */
export function leaveEntry(entry: DropEntry): DropEntry | undefined {
  if (entry.state === 'entered') return { ...entry, state: 'left' };
  return entry.state === 'won' ? giveBack(entry, 'left') : undefined;
}

/**
 * Orders the first `quantity` numbers and returns the others. Undefined if the entry cannot order
 * that many.
 */
export function orderEntry(
  entry: DropEntry,
  { orderId, quantity, now }: { readonly orderId: string; readonly quantity: number; readonly now: Date },
): DropEntry | undefined {
  if (!isOrderable(entry, now) || quantity > entry.numbers.length) return undefined;
  const over = entry.numbers.slice(quantity);
  return {
    ...entry,
    state: 'ordered',
    orderId,
    numbers: entry.numbers.slice(0, quantity),
    freed: ascending([...entry.freed, ...over]),
    isUnsettled: entry.isUnsettled || over.length > 0,
  };
}

/** Records the payment of an entry's order; undefined if the entry has another order or none. */
export function payEntry(entry: DropEntry, orderId: string): DropEntry | undefined {
  if (entry.state !== 'ordered' || entry.orderId !== orderId) return undefined;
  return { ...entry, state: 'bought', isUnsettled: true };
}

/**
 * Records that the order of an entry ended without a sale: while there is time, its numbers can be
 * ordered again, else they go to the next entry. Undefined if the entry has another order or none.
 */
export function releaseEntry(entry: DropEntry, orderId: string, now: Date): DropEntry | undefined {
  if (entry.orderId !== orderId) return undefined;
  if (entry.state === 'bought') return giveBack(entry, 'left');
  if (entry.state !== 'ordered') return undefined;
  const { orderId: _, ...rest } = entry;
  const won: DropEntry = { ...rest, state: 'won' };
  return missEntry(won, now) ?? won;
}
