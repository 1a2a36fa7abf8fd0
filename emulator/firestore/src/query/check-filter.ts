import { formatFieldPath } from '../core/field-path.ts';
import { invalidArgument } from '../core/rpc-error.ts';
import { countDisjunctions, MAX_DISJUNCTIONS, toDisjunctiveNormalForm } from './disjunctive-normal-form.ts';
import { type Filter, isInequality, type LeafFilter, leafFilters } from './filter.ts';

const MAX_INEQUALITY_FIELDS = 10;

/** Throws INVALID_ARGUMENT when Firestore does not support the combination of filters in one query. */
export function checkFilter(filter: Filter): void {
  const leaves = leafFilters(filter);
  const operators = leaves.map(({ operator }) => operator);
  const hasNotIn = operators.includes('not-in');
  if (operators.filter((operator) => operator === 'not-in' || operator === '!=').length > 1) {
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
    operators.some(isInequality)
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
  for (const conjunction of toDisjunctiveNormalForm(filter)) {
    if (conjunction.filter(({ operator }) => operator === 'array-contains').length > 1) {
      throw invalidArgument("A maximum of 1 'ARRAY_CONTAINS' filter is allowed per disjunction.");
    }
  }
}

function hasOr(filter: Filter): boolean {
  return filter.kind === 'or' || (filter.kind === 'and' && filter.filters.some(hasOr));
}

function fieldText(leaf: LeafFilter): string {
  return leaf.kind === 'name' ? '__name__' : formatFieldPath(leaf.path);
}
