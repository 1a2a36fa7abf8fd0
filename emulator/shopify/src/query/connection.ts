// Owns cursor connections: arguments, cursors, pages. Knows nothing of what is in the lists.

import { QueryError } from './query-error.ts';

/** The arguments every connection takes. */
export interface ConnectionArguments {
  readonly first?: number | null;
  readonly after?: string | null;
  readonly last?: number | null;
  readonly before?: string | null;
  readonly reverse?: boolean | null;
}

/** A window that a bulk operation puts over a list instead of arguments. */
export interface BulkWindow {
  readonly from: number;
  readonly to: number;
}

const LARGEST_PAGE = 250;

/** What can stand in a list: `order` is what the list is sorted by, `id` breaks ties. */
export interface SortedItem<T> {
  readonly id: number;
  readonly sortValue: string | number;
  readonly value: T;
}

/** A page as the API answers it. */
export interface Connection<N> {
  readonly edges: readonly { readonly cursor: string; readonly node: N }[];
  readonly nodes: readonly N[];
  readonly pageInfo: {
    readonly hasNextPage: boolean;
    readonly hasPreviousPage: boolean;
    readonly startCursor: string | null;
    readonly endCursor: string | null;
  };
}

/**
 * Cuts a page out of a sorted list. A cursor names a place in the order, not an item, so it stays good when the item it
 * came from is gone.
 * @param items sorted ascending by `order`, then `id`
 * @throws RefusedQuery when `first` and `last` are both missing, both given, negative or above 250, or a cursor is none
 */
export function toConnection<T, N>(
  items: readonly SortedItem<T>[],
  args: ConnectionArguments,
  toNode: (value: T) => N,
  window: BulkWindow | null = null,
): Connection<N> {
  if (window !== null) return pageOf(items, window.from, Math.min(window.to, items.length), toNode);
  const { first, last } = readSize(args);
  const list = args.reverse === true ? [...items].reverse() : items;
  const direction = args.reverse === true ? -1 : 1;
  const after = args.after == null ? null : readCursor(args.after, 'after');
  const before = args.before == null ? null : readCursor(args.before, 'before');
  const start = after === null ? 0 : countWhile(list, (item) => compareItems(item, after) * direction <= 0);
  const end =
    before === null ? list.length : countWhile(list, (item) => compareItems(item, before) * direction < 0);
  const from = last === null ? start : Math.max(start, end - last);
  const to = first === null ? end : Math.min(end, start + first);
  return pageOf(list, Math.min(from, to), to, toNode);
}

function pageOf<T, N>(
  list: readonly SortedItem<T>[],
  from: number,
  to: number,
  toNode: (value: T) => N,
): Connection<N> {
  const page = list.slice(from, to);
  const edges = page.map((item) => ({ cursor: cursorOf(item), node: toNode(item.value) }));
  return {
    edges,
    nodes: edges.map(({ node }) => node),
    pageInfo: {
      hasNextPage: to < list.length,
      hasPreviousPage: from > 0,
      startCursor: edges[0]?.cursor ?? null,
      endCursor: edges.at(-1)?.cursor ?? null,
    },
  };
}

function readSize({ first, last }: ConnectionArguments): { first: number | null; last: number | null } {
  if (first == null && last == null) {
    throw new QueryError('you must provide one of first or last', 'BAD_REQUEST');
  }
  if (first != null && last != null) {
    throw new QueryError('providing both first and last is not supported', 'BAD_REQUEST');
  }
  for (const [name, size] of Object.entries({ first, last })) {
    if (size == null) continue;
    if (size < 0) throw new QueryError(`${name} cannot be negative`, 'BAD_REQUEST');
    if (size > LARGEST_PAGE) throw new QueryError(`${name} cannot exceed ${LARGEST_PAGE}`, 'BAD_REQUEST');
  }
  return { first: first ?? null, last: last ?? null };
}

/** How many items at the head of the list hold to the condition, which is true up to a point and false after it. */
function countWhile<T>(list: readonly T[], holds: (item: T) => boolean): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(list[middle] as T)) low = middle + 1;
    else high = middle;
  }
  return low;
}

interface CursorPosition {
  readonly id: number;
  readonly sortValue: string | number;
}

/** Ascending by order, then by id. */
export function compareItems(a: CursorPosition, b: CursorPosition): number {
  if (a.sortValue < b.sortValue) return -1;
  if (a.sortValue > b.sortValue) return 1;
  return a.id - b.id;
}

function cursorOf({ id, sortValue }: CursorPosition): string {
  return Buffer.from(JSON.stringify({ last_id: id, last_value: sortValue })).toString('base64');
}

function readCursor(text: string, name: string): CursorPosition {
  try {
    const { last_id: id, last_value: sortValue } = JSON.parse(Buffer.from(text, 'base64').toString('utf8'));
    if (typeof id === 'number' && (typeof sortValue === 'string' || typeof sortValue === 'number'))
      return { id, sortValue };
  } catch {
    // Answered below.
  }
  throw new QueryError(`Invalid cursor for current pagination sort: ${name}.`, 'BAD_REQUEST');
}
