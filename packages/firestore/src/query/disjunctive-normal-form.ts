import type { FieldValue } from '../core/value.ts';
import { type FieldFilter, type Filter, isMatchable, type LeafFilter } from './filter.ts';

/** Google's limit on the disjunctions of one query. */
export const MAX_DISJUNCTIONS = 30;

/**
 * The number of disjunctions of `filter` in disjunctive normal form, with 'in' and
 * 'array-contains-any' expanded.
 */
export function countDisjunctions(filter: Filter): number {
  switch (filter.kind) {
    case 'or':
      return filter.filters.reduce((sum, each) => sum + countDisjunctions(each), 0);
    case 'and':
      return filter.filters.reduce((product, each) => product * countDisjunctions(each), 1);
    case 'name':
      return filter.operator === 'in' ? filter.paths.length : 1;
    default:
      return filter.operator === 'in' || filter.operator === 'array-contains-any'
        ? (filter.value as readonly FieldValue[]).length
        : 1;
  }
}

/**
 * Converts a filter to disjunctive normal form: a list of conjunctions. A document matches the
 * filter exactly if it matches all filters of one conjunction. The result can be exponentially
 * large, so call `countDisjunctions` first.
 */
export function toDisjunctiveNormalForm(filter: Filter): readonly (readonly LeafFilter[])[] {
  switch (filter.kind) {
    case 'or':
      return filter.filters.flatMap(toDisjunctiveNormalForm);
    case 'and':
      return filter.filters
        .map(toDisjunctiveNormalForm)
        .reduce((left, right) => left.flatMap((a) => right.map((b) => [...a, ...b])), [[]]);
    case 'name':
      return filter.operator === 'in'
        ? filter.paths.map((path) => [{ kind: 'name', operator: '==', paths: [path] }])
        : [[filter]];
    default:
      return expandField(filter);
  }
}

function expandField(filter: FieldFilter): readonly (readonly LeafFilter[])[] {
  if (filter.operator !== 'in' && filter.operator !== 'array-contains-any') return [[filter]];
  const operator = filter.operator === 'in' ? '==' : 'array-contains';
  return (filter.value as readonly FieldValue[])
    .filter(isMatchable)
    .map((value) => [{ kind: 'field', path: filter.path, operator, value }]);
}
