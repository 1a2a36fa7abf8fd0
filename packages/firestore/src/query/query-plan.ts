// The query planner. For each conjunction of the filter it chooses one contiguous range of one
// sorted index in the query's own order, so that the cost of a query is proportional to its
// results. Independent of storage.
//
//   a == 1 && b > 2 order by b desc  ->  index (a asc, b asc), from (1, 2] to the end of numbers,
//                                    backwards
//   tags contains 'x' order by c     ->  index (tags contains, c asc), all of 'x'
//
// A range contains all matching documents but may also contain others (because of a second
// inequality, for example), so readers must apply the complete filter.

import { type FieldPath, formatFieldPath } from '../core/field-path.ts';
import { Bound, type IndexField, type IndexShape, TypeStart } from '../core/index-shape.ts';
import { comparePaths } from '../core/resource-name.ts';
import { compareUtf8 } from '../core/utf8-order.ts';
import { type FieldValue, typeOrder } from '../core/value.ts';
import { compareValues } from '../core/value-order.ts';
import { toDisjunctiveNormalForm } from './disjunctive-normal-form.ts';
import { type FieldFilter, isEquality, type LeafFilter } from './filter.ts';
import type { CursorPosition, Order, Query } from './query.ts';

/** A scan of one range of one index, forwards or in reverse. */
export interface RangeRead {
  readonly kind: 'range';
  readonly shape: IndexShape;
  /** The number of leading shape fields that are fixed by equality filters. */
  readonly equalityCount: number;
  readonly lower: Bound | undefined;
  readonly upper: Bound | undefined;
  readonly reverse: boolean;
}

/** A read of one document by its path. */
interface DocumentRead {
  readonly kind: 'document';
  readonly path: string;
}

/** A read of a query plan. */
export type PlannedRead = RangeRead | DocumentRead;

/** Plans a query. Its results are the merge of all reads in the query's order, filtered. */
export function planQuery(query: Query): readonly PlannedRead[] {
  const conjunctions = query.filter ? toDisjunctiveNormalForm(query.filter) : [[]];
  return conjunctions.map((conditions) => planConjunction(query, conditions));
}

function planConjunction(query: Query, conditions: readonly LeafFilter[]): PlannedRead {
  const named = conditions.find((each) => each.kind === 'name' && each.operator === '==');
  if (named?.kind === 'name') return { kind: 'document', path: named.paths[0] as string };
  const equalities = equalityFilters(conditions);
  const contains = conditions.find((each) => each.kind === 'field' && each.operator === 'array-contains') as
    | FieldFilter
    | undefined;
  const columns = query.orderBy.filter(
    ({ path }) => path === undefined || !equalities.has(formatFieldPath(path)),
  );
  // Entries with equal fields are sorted by ascending name, so the direction of the name determines
  // the scan direction.
  const reverse = (columns.at(-1) as Order).descending;
  const fixed = [...equalities.keys()].sort(compareUtf8).map((key) => equalities.get(key) as FieldFilter);
  const shape: IndexShape = {
    contains: contains?.path,
    fields: [
      ...fixed.map(({ path }): IndexField => ({ path, descending: false })),
      ...columns
        .filter(({ path }) => path !== undefined)
        .map(
          ({ path, descending }): IndexField => ({
            path: path as FieldPath,
            descending: descending !== reverse,
          }),
        ),
    ],
  };
  const prefix = [...(contains ? [contains.value] : []), ...fixed.map(({ value }) => value)];
  const [low, high] = bounds(query, conditions, columns, prefix);
  return {
    kind: 'range',
    shape,
    equalityCount: fixed.length,
    lower: reverse ? high : low,
    upper: reverse ? low : high,
    reverse,
  };
}

/** The first equality filter on each field, by the text form of the field path. */
function equalityFilters(conditions: readonly LeafFilter[]): Map<string, FieldFilter> {
  const found = new Map<string, FieldFilter>();
  for (const each of conditions) {
    if (each.kind !== 'field' || !isEquality(each.operator)) continue;
    const key = formatFieldPath(each.path);
    if (!found.has(key)) found.set(key, each);
  }
  return found;
}

/** The bounds of the range in query order; a reverse scan swaps them. */
function bounds(
  query: Query,
  conditions: readonly LeafFilter[],
  columns: readonly Order[],
  prefix: readonly FieldValue[],
): [first: Bound | undefined, last: Bound | undefined] {
  const reverse = (columns.at(-1) as Order).descending;
  const range = rangeOf(columns[0] as Order, conditions, prefix, reverse);
  // A cursor is a prefix of the index key only if no order field was dropped because of an
  // equality.
  const cursorsApply = columns.length === query.orderBy.length;
  const start =
    cursorsApply && query.startAt ? cursorBound(query.startAt, columns, prefix, reverse) : undefined;
  const end = cursorsApply && query.endAt ? cursorBound(query.endAt, columns, prefix, reverse) : undefined;
  const hasPrefix = prefix.length > 0;
  const first = tighterBound(start, range.first, columns[0] as Order, 'first', query.startAt);
  const last = tighterBound(end, range.last, columns[0] as Order, 'last', query.endAt);
  return [
    first ?? (hasPrefix ? new Bound(prefix, reverse ? 1 : -1) : undefined),
    last ?? (hasPrefix ? new Bound(prefix, reverse ? -1 : 1) : undefined),
  ];
}

interface OrderRange {
  readonly first: RangeEnd | undefined;
  readonly last: RangeEnd | undefined;
}

interface RangeEnd {
  readonly value: FieldValue | undefined;
  readonly bound: Bound;
}

/**
 * The range of the first order field that remains after its inequality filters, in that field's
 * direction.
 */
function rangeOf(
  column: Order,
  conditions: readonly LeafFilter[],
  prefix: readonly FieldValue[],
  reverse: boolean,
): OrderRange {
  const { least, greatest } =
    column.path === undefined
      ? nameRange(conditions, prefix)
      : fieldRange(column.path, conditions, prefix, column.descending !== reverse);
  return column.descending ? { first: greatest, last: least } : { first: least, last: greatest };
}

interface ColumnRange {
  readonly least: RangeEnd | undefined;
  readonly greatest: RangeEnd | undefined;
}

function fieldRange(
  path: FieldPath,
  conditions: readonly LeafFilter[],
  prefix: readonly FieldValue[],
  descendingIndex: boolean,
): ColumnRange {
  // The side of a bound refers to the order of the index.
  const after = descendingIndex ? -1 : 1;
  const text = formatFieldPath(path);
  let least: RangeEnd | undefined;
  let greatest: RangeEnd | undefined;
  for (const each of conditions) {
    if (each.kind !== 'field' || formatFieldPath(each.path) !== text) continue;
    const { operator, value } = each;
    if (operator === '!=' || operator === 'is-not' || operator === 'not-in') {
      least ??= { value: undefined, bound: new Bound([...prefix, null], after) };
    }
    if (!/^[<>]/.test(operator)) continue;
    const type = typeOrder(value);
    const side = operator === '<' || operator === '>=' ? -after : after;
    const end = { value, bound: new Bound([...prefix, value], side as -1 | 1) };
    const isLower = operator.startsWith('>');
    if (isLower && (least?.value === undefined || compareValues(least.value, value) < 0)) least = end;
    if (!isLower && (greatest?.value === undefined || compareValues(greatest.value, value) > 0))
      greatest = end;
    least ??= { value: undefined, bound: new Bound([...prefix, new TypeStart(type)], -1) };
    greatest ??= { value: undefined, bound: new Bound([...prefix, new TypeStart(type + 1)], -1) };
  }
  return { least, greatest };
}

function nameRange(conditions: readonly LeafFilter[], prefix: readonly FieldValue[]): ColumnRange {
  let least: RangeEnd | undefined;
  let greatest: RangeEnd | undefined;
  for (const each of conditions) {
    if (each.kind !== 'name' || !/^[<>]/.test(each.operator)) continue;
    const path = each.paths[0] as string;
    const side = each.operator === '<' || each.operator === '>=' ? -1 : 1;
    const end = { value: path, bound: new Bound(prefix, side, path) };
    const isLower = each.operator.startsWith('>');
    if (isLower && (!least || comparePaths(least.value as string, path) < 0)) least = end;
    if (!isLower && (!greatest || comparePaths(greatest.value as string, path) > 0)) greatest = end;
  }
  return { least, greatest };
}

function cursorBound(
  cursor: CursorPosition,
  columns: readonly Order[],
  prefix: readonly FieldValue[],
  reverse: boolean,
): Bound | undefined {
  if (cursor.values.length === 0) return undefined;
  const side = cursor.before === reverse ? 1 : -1;
  const isNamed = columns[cursor.values.length - 1]?.path === undefined;
  const fields = isNamed ? cursor.values.slice(0, -1) : cursor.values;
  return new Bound([...prefix, ...fields], side, isNamed ? (cursor.values.at(-1) as string) : undefined);
}

/**
 * If a cursor and an inequality limit the same end of the range, the bound that leaves the smaller
 * range.
 */
function tighterBound(
  cursorEnd: Bound | undefined,
  rangeEnd: RangeEnd | undefined,
  column: Order,
  which: 'first' | 'last',
  cursor: CursorPosition | undefined,
): Bound | undefined {
  if (!cursorEnd) return rangeEnd?.bound;
  if (!rangeEnd || rangeEnd.value === undefined || cursor === undefined) return cursorEnd;
  const value = cursor.values[0] as FieldValue;
  const order =
    column.path === undefined
      ? comparePaths(value as string, rangeEnd.value as string)
      : compareValues(value, rangeEnd.value);
  const later = column.descending ? -order : order;
  const cursorIsTighter = which === 'first' ? later >= 0 : later <= 0;
  return cursorIsTighter ? cursorEnd : rangeEnd.bound;
}
