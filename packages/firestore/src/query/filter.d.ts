import type { FieldPath } from '../core/field-path.ts';
import type { StoredDocument } from '../core/stored-document.ts';
import { type FieldValue } from '../core/value.ts';
/**
 * The operators of field filters, as the client SDKs spell them. 'is' and 'is-not' stand for the
 * unary filters IS_NULL, IS_NAN and their negations, as which the SDKs send '==' and '!=' with null
 * and NaN.
 */
export type FieldOperator = '==' | '!=' | 'is' | 'is-not' | '<' | '<=' | '>' | '>=' | 'in' | 'not-in' | 'array-contains' | 'array-contains-any';
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
/** The filters of `filter` that are not composite, in order. */
export declare function leafFilters(filter: Filter): LeafFilter[];
/** True for the inequality operators, whose field must be part of the query's order. */
export declare function isInequality(operator: FieldOperator): boolean;
/** True for the operators that fix the value of the field. */
export declare function isEquality(operator: FieldOperator): boolean;
/** True when `document` satisfies `filter`. */
export declare function matchesFilter(filter: Filter, document: StoredDocument): boolean;
/** False for null and NaN, which 'in', 'array-contains' and 'array-contains-any' never match. */
export declare function isMatchable(value: FieldValue): boolean;
/**
 * `filter` without the alternatives that no document satisfies, because they compare a field with
 * null or NaN by an inequality; undefined when none remains.
 */
export declare function satisfiablePart(filter: Filter): Filter | undefined;
/**
 * False for a comparison of a field with null or NaN by an inequality, which is no part of the
 * order of a query either.
 */
export declare function isSatisfiable(filter: LeafFilter): boolean;
export {};
