import { type Filter, type LeafFilter } from './filter.ts';
/** Google's limit on the disjunctions of one query. */
export declare const MAX_DISJUNCTIONS = 30;
/**
 * The number of disjunctions of `filter` in disjunctive normal form, with 'in' and
 * 'array-contains-any' expanded.
 */
export declare function countDisjunctions(filter: Filter): number;
/**
 * Converts a filter to disjunctive normal form: a list of conjunctions. A document matches the
 * filter exactly if it matches all filters of one conjunction. The result can be exponentially
 * large: call `countDisjunctions` first.
 */
export declare function toDisjunctiveNormalForm(filter: Filter): readonly (readonly LeafFilter[])[];
