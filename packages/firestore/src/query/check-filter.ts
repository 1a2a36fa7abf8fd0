import { isDeepStrictEqual } from 'node:util';
import { formatFieldPath } from '../core/field-path.ts';
import { invalidArgument } from '../core/rpc-error.ts';
import type { FieldValue } from '../core/value.ts';
import { countDisjunctions, MAX_DISJUNCTIONS } from './disjunctive-normal-form.ts';
import {
  type FieldFilter,
  type FieldOperator,
  type Filter,
  isInequality,
  isSatisfiable,
  type LeafFilter,
  leafFilters,
} from './filter.ts';

const MAX_INEQUALITY_FIELDS = 10;
const NEGATIONS: ReadonlySet<FieldOperator> = new Set(['!=', 'is-not', 'not-in']);

/**
 * Throws INVALID_ARGUMENT if Firestore does not support the combination of filters in one query.
 */
export function checkFilter(filter: Filter): void {
  const leaves = leafFilters(filter);
  const operators = leaves.map(({ operator }) => operator);
  const hasNotIn = operators.includes('not-in');
  if (operators.filter((operator) => NEGATIONS.has(operator)).length > 1) {
    throw invalidArgument(
      "Only a single 'NOT_EQUAL', 'NOT_IN', 'IS_NOT_NAN', or 'IS_NOT_NULL' filter allowed per query.",
    );
  }
  if (hasNotIn && (operators.includes('in') || operators.includes('array-contains-any') || hasOr(filter))) {
    throw invalidArgument(
      "'NOT_IN' cannot be used in the same query with 'IN', 'ARRAY_CONTAINS_ANY' or 'OR'.",
    );
  }
  const names = leaves.filter(({ kind }) => kind === 'name');
  if (
    names.some(({ operator }) => operator === '==' || operator === 'in') &&
    !names.some(({ operator }) => isInequality(operator)) &&
    // As in Google's emulator, a filter that no document satisfies does not count.
    leaves.some((leaf) => isInequality(leaf.operator) && isSatisfiable(leaf))
  ) {
    throw invalidArgument(
      'Equality on key is not allowed if there are other inequality fields and key does not appear in inequalities.',
    );
  }
  const fields = new Set(leaves.filter(({ operator }) => isInequality(operator)).map(fieldText));
  if (fields.size > MAX_INEQUALITY_FIELDS) {
    throw invalidArgument(
      `Too many inequality or range fields: ${fields.size}. At most ${MAX_INEQUALITY_FIELDS} are supported.`,
    );
  }
  if (countDisjunctions(filter) > MAX_DISJUNCTIONS) {
    throw invalidArgument(
      `Disjunctive normal form of the query has more than the ${MAX_DISJUNCTIONS} disjunctions allowed.`,
    );
  }
  if (arrayFiltersPerDisjunction(filter) > 1) {
    throw invalidArgument("A maximum of 1 'ARRAY_CONTAINS' filter is allowed per disjunction.");
  }
}

/**
 * The greatest number of array filters in one disjunction, including unsatisfiable ones. As in
 * Google's emulator, a filter repeated in the same AND counts once.
 */
function arrayFiltersPerDisjunction(filter: Filter): number {
  switch (filter.kind) {
    case 'or':
      return Math.max(...filter.filters.map(arrayFiltersPerDisjunction));
    case 'and':
      return filter.filters.reduce(
        (sum, each, index, all) =>
          sum + (isRepeated(each, index, all) ? 0 : arrayFiltersPerDisjunction(each)),
        0,
      );
    default:
      return isArrayFilter(filter) ? 1 : 0;
  }
}

function isArrayFilter(filter: Filter): filter is FieldFilter {
  return 'operator' in filter && filter.operator.startsWith('array-');
}

function isRepeated(filter: Filter, index: number, all: readonly Filter[]): boolean {
  return isArrayFilter(filter) && all.slice(0, index).some((earlier) => isSameFilter(earlier, filter));
}

/**
 * Returns whether two filters have the same field, operator and values. Order and duplicates in a
 * list of values do not matter.
 */
function isSameFilter(left: Filter, right: FieldFilter): boolean {
  if (
    left.kind !== 'field' ||
    left.operator !== right.operator ||
    !isDeepStrictEqual(left.path, right.path)
  ) {
    return false;
  }
  if (right.operator !== 'array-contains-any') return isDeepStrictEqual(left.value, right.value);
  const [own, other] = [left.value, right.value] as readonly (readonly FieldValue[])[];
  return own !== undefined && other !== undefined && includesAll(own, other) && includesAll(other, own);
}

function includesAll(values: readonly FieldValue[], others: readonly FieldValue[]): boolean {
  return others.every((other) => values.some((value) => isDeepStrictEqual(value, other)));
}

function hasOr(filter: Filter): boolean {
  return filter.kind === 'or' || (filter.kind === 'and' && filter.filters.some(hasOr));
}

function fieldText(leaf: LeafFilter): string {
  return leaf.kind === 'name' ? '__name__' : formatFieldPath(leaf.path);
}
