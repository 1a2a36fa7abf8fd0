import type { FieldPath } from '../core/field-path.ts';
import { comparePaths } from '../core/resource-name.ts';
import type { StoredDocument } from '../core/stored-document.ts';
import { type FieldValue, fieldAt, typeOrder } from '../core/value.ts';
import { compareValues, equalValues } from '../core/value-order.ts';

/**
 * The operators of field filters, as spelled in the client SDKs. 'is' and 'is-not' stand for the
 * unary filters IS_NULL, IS_NAN and their negations, which the SDKs send for '==' and '!=' with
 * null and NaN.
 */
export type FieldOperator =
  | '=='
  | '!='
  | 'is'
  | 'is-not'
  | '<'
  | '<='
  | '>'
  | '>='
  | 'in'
  | 'not-in'
  | 'array-contains'
  | 'array-contains-any';

/** The operators that compare a field with an operand. */
export type BinaryOperator = Exclude<FieldOperator, 'is' | 'is-not'>;

/** A filter on one field. */
export interface FieldFilter {
  readonly kind: 'field';
  readonly path: FieldPath;
  readonly operator: FieldOperator;
  /** An array for 'in', 'not-in' and 'array-contains-any'. */
  readonly value: FieldValue;
}

/** A filter on the document name. */
export interface NameFilter {
  readonly kind: 'name';
  readonly operator: Exclude<BinaryOperator, 'array-contains' | 'array-contains-any'>;
  /** Document paths; exactly one, except for 'in' and 'not-in'. */
  readonly paths: readonly string[];
}

/** A filter that is not composite. */
export type LeafFilter = FieldFilter | NameFilter;

interface CompositeFilter {
  readonly kind: 'and' | 'or';
  readonly filters: readonly Filter[];
}

/** A valid filter in its parsed form. */
export type Filter = FieldFilter | NameFilter | CompositeFilter;

/** The non-composite filters in `filter`, in order. */
export function leafFilters(filter: Filter): LeafFilter[] {
  return filter.kind === 'field' || filter.kind === 'name' ? [filter] : filter.filters.flatMap(leafFilters);
}

/** True for the inequality operators, whose field must be part of the query's order. */
export function isInequality(operator: FieldOperator): boolean {
  return !isEquality(operator) && operator !== 'in' && !operator.startsWith('array-');
}

/** True for the operators that fix the value of the field. */
export function isEquality(operator: FieldOperator): boolean {
  return operator === '==' || operator === 'is';
}

/** True if `document` satisfies `filter`. */
export function matchesFilter(filter: Filter, document: StoredDocument): boolean {
  switch (filter.kind) {
    case 'and':
      return filter.filters.every((each) => matchesFilter(each, document));
    case 'or':
      return filter.filters.some((each) => matchesFilter(each, document));
    case 'name':
      return matchesName(filter, document.path);
    default: {
      const value = fieldAt(document.fields, filter.path);
      return value !== undefined && matchesField(filter, value);
    }
  }
}

function matchesName({ operator, paths }: NameFilter, path: string): boolean {
  if (operator === 'in') return paths.includes(path);
  if (operator === 'not-in') return !paths.includes(path);
  return satisfiesOrder(operator, comparePaths(path, paths[0] as string));
}

function matchesField({ operator, value: operand }: FieldFilter, value: FieldValue): boolean {
  switch (operator) {
    case 'array-contains':
      return Array.isArray(value) && isMatchable(operand) && contains(value, operand);
    case 'array-contains-any':
      return (
        Array.isArray(value) &&
        (operand as readonly FieldValue[]).some((each) => isMatchable(each) && contains(value, each))
      );
    case 'in':
      return isMatchable(value) && contains(operand as readonly FieldValue[], value);
    case 'not-in':
      return value !== null && !excludes(operand as readonly FieldValue[], value);
    case 'is':
      return equalValues(value, operand);
    case 'is-not':
      return value !== null && !equalValues(value, operand);
    case '==':
      return isMatchable(operand) && equalValues(value, operand);
    case '!=':
      // NaN differs from every number, including itself; no comparison with null is true.
      return value !== null && operand !== null && (Number.isNaN(operand) || !equalValues(value, operand));
    default:
      return (
        // A range contains only values of the operand's type, never null and NaN.
        typeOrder(value) === typeOrder(operand) &&
        isMatchable(value) &&
        isMatchable(operand) &&
        satisfiesOrder(operator, compareValues(value, operand))
      );
  }
}

/** False for null and NaN, which 'in', 'array-contains' and 'array-contains-any' never match. */
export function isMatchable(value: FieldValue): boolean {
  return value !== null && !Number.isNaN(value);
}

/**
 * `filter` without alternatives that no document satisfies because they compare a field with null
 * or NaN by an inequality; undefined if none remain.
 */
export function satisfiablePart(filter: Filter): Filter | undefined {
  switch (filter.kind) {
    case 'and': {
      const filters = filter.filters.map(satisfiablePart);
      return filters.includes(undefined) ? undefined : { kind: 'and', filters: filters as Filter[] };
    }
    case 'or': {
      const filters = filter.filters.map(satisfiablePart).filter((each) => each !== undefined);
      return filters.length === 0 ? undefined : { kind: 'or', filters };
    }
    default:
      return isSatisfiable(filter) ? filter : undefined;
  }
}

/**
 * False for a comparison of a field with null or NaN by an inequality. Such a field is not part of
 * a query's order either.
 */
export function isSatisfiable(filter: LeafFilter): boolean {
  if (filter.kind === 'name') return true;
  const { operator, value } = filter;
  if (operator === '!=') return value !== null;
  if (operator === 'not-in') return !(value as readonly FieldValue[]).includes(null);
  return !['<', '<=', '>', '>='].includes(operator) || isMatchable(value);
}

function contains(values: readonly FieldValue[], value: FieldValue): boolean {
  return values.some((each) => equalValues(each, value));
}

/** For 'not-in': a list that contains null excludes every document. */
function excludes(values: readonly FieldValue[], value: FieldValue): boolean {
  return values.some((each) => each === null || equalValues(each, value));
}

function satisfiesOrder(operator: FieldOperator, order: number): boolean {
  switch (operator) {
    case '<':
      return order < 0;
    case '<=':
      return order <= 0;
    case '>':
      return order > 0;
    case '>=':
      return order >= 0;
    case '!=':
      return order !== 0;
    default:
      return order === 0;
  }
}
