// Cursor pagination as in Shopify's APIs. A cursor encodes a position in the sort order rather than
// an item, so it stays valid when its item is deleted.
// @see https://shopify.dev/docs/api/usage/pagination-graphql

import { QueryError } from './query-error.ts';

/** The arguments of every connection field. */
export interface ConnectionArguments {
  readonly first?: number | null;
  readonly after?: string | null;
  readonly last?: number | null;
  readonly before?: string | null;
  readonly reverse?: boolean | null;
}

/**
 * The range of a list that a bulk operation reads, instead of the connection's arguments. `to` is
 * exclusive.
 */
export interface BulkWindow {
  readonly from: number;
  readonly to: number;
}

const MAX_PAGE_SIZE = 250;

/** An item of a sorted list: sorted by `sortValue`, ties broken by `id`. */
export interface SortedItem<T> {
  readonly id: number;
  readonly sortValue: string | number;
  readonly value: T;
}

/** A connection object of the API: one page of a list. */
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
 * Returns one page of a list as a connection.
 * @param items sorted ascending by `sortValue`, then `id`
 * @param window the range for a bulk operation, which overrides the arguments
 * @throws QueryError when `first` and `last` are both missing, both given, negative or above 250,
 * or a cursor is invalid
 */
export function toConnection<T, N>(
  items: readonly SortedItem<T>[],
  args: ConnectionArguments,
  toNode: (value: T) => N,
  window: BulkWindow | null = null,
): Connection<N> {
  if (window !== null) return connectionPage(items, window.from, Math.min(window.to, items.length), toNode);
  const { first, last } = parsePageSize(args);
  const list = args.reverse === true ? [...items].reverse() : items;
  const direction = args.reverse === true ? -1 : 1;
  const after = args.after == null ? null : decodeCursor(args.after, 'after');
  const before = args.before == null ? null : decodeCursor(args.before, 'before');
  const start = after === null ? 0 : countLeading(list, (item) => compareItems(item, after) * direction <= 0);
  const end =
    before === null ? list.length : countLeading(list, (item) => compareItems(item, before) * direction < 0);
  const from = last === null ? start : Math.max(start, end - last);
  const to = first === null ? end : Math.min(end, start + first);
  return connectionPage(list, Math.min(from, to), to, toNode);
}

function connectionPage<T, N>(
  list: readonly SortedItem<T>[],
  from: number,
  to: number,
  toNode: (value: T) => N,
): Connection<N> {
  const page = list.slice(from, to);
  const edges = page.map((item) => ({ cursor: encodeCursor(item), node: toNode(item.value) }));
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

function parsePageSize({ first, last }: ConnectionArguments): { first: number | null; last: number | null } {
  if (first == null && last == null) {
    throw new QueryError('you must provide one of first or last', 'BAD_REQUEST');
  }
  if (first != null && last != null) {
    throw new QueryError('providing both first and last is not supported', 'BAD_REQUEST');
  }
  for (const [name, size] of Object.entries({ first, last })) {
    if (size == null) continue;
    if (size < 0) throw new QueryError(`${name} cannot be negative`, 'BAD_REQUEST');
    if (size > MAX_PAGE_SIZE) throw new QueryError(`${name} cannot exceed ${MAX_PAGE_SIZE}`, 'BAD_REQUEST');
  }
  return { first: first ?? null, last: last ?? null };
}

/**
 * The number of leading items that satisfy a condition, by binary search. No later item may satisfy
 * it.
 */
function countLeading<T>(list: readonly T[], condition: (item: T) => boolean): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (condition(list[middle] as T)) low = middle + 1;
    else high = middle;
  }
  return low;
}

interface CursorPosition {
  readonly id: number;
  readonly sortValue: string | number;
}

/** Compares by `sortValue`, then by `id`, ascending. */
export function compareItems(a: CursorPosition, b: CursorPosition): number {
  if (a.sortValue < b.sortValue) return -1;
  if (a.sortValue > b.sortValue) return 1;
  return a.id - b.id;
}

function encodeCursor({ id, sortValue }: CursorPosition): string {
  return Buffer.from(JSON.stringify({ last_id: id, last_value: sortValue })).toString('base64');
}

function decodeCursor(text: string, name: string): CursorPosition {
  try {
    const { last_id: id, last_value: sortValue } = JSON.parse(Buffer.from(text, 'base64').toString('utf8'));
    if (typeof id === 'number' && (typeof sortValue === 'string' || typeof sortValue === 'number'))
      return { id, sortValue };
  } catch {
    // Not a cursor; the error is thrown below.
  }
  throw new QueryError(`Invalid cursor for current pagination sort: ${name}.`, 'BAD_REQUEST');
}
