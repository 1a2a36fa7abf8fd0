// The semantics of a valid query: which collections it reads, which documents match, and in what
// order. Independent of wire messages and storage.

import type { FieldPath } from '../core/field-path.ts';
import { compareIds, comparePaths, isDescendant, lastId } from '../core/resource-name.ts';
import { compareNames, type StoredDocument } from '../core/stored-document.ts';
import { type FieldValue, fieldAt } from '../core/value.ts';
import { compareValues } from '../core/value-order.ts';
import { type Filter, matchesFilter } from './filter.ts';

/** One field of a query's order. An undefined `path` stands for the document name. */
export interface Order {
  readonly path: FieldPath | undefined;
  readonly descending: boolean;
}

/**
 * A cursor: one value for each of the leading order fields; the value for the document name is its
 * path.
 */
export interface CursorPosition {
  readonly values: readonly FieldValue[];
  /** The position is just before (true) or just after (false) all documents with these values. */
  readonly before: boolean;
}

/** Which collections a query reads. */
interface QueryScope {
  /** Path of the parent document; '' for the root. */
  readonly parent: string;
  /** Undefined: every collection. */
  readonly collectionId: string | undefined;
  /** True for a collection group query: collections at any depth below `parent`. */
  readonly allDescendants: boolean;
}

/** A valid query in its parsed form. */
export interface Query extends QueryScope {
  readonly filter: Filter | undefined;
  /**
   * The complete order: the explicit fields, then the inequality fields, then the document name.
   */
  readonly orderBy: readonly Order[];
  readonly startAt: CursorPosition | undefined;
  readonly endAt: CursorPosition | undefined;
  readonly offset: number;
  readonly limit: number | undefined;
  /** The projection; undefined for all fields. */
  readonly select: readonly FieldPath[] | undefined;
  readonly findNearest: FindNearest | undefined;
}

/** A nearest-neighbor search (StructuredQuery.FindNearest). */
export interface FindNearest {
  readonly path: FieldPath;
  readonly vector: readonly number[];
  readonly distanceMeasure: 'euclidean' | 'cosine' | 'dot-product';
  readonly limit: number;
  readonly distanceResultField: string | undefined;
  readonly distanceThreshold: number | undefined;
}

/** True if `document` is in one of the collections that `scope` reads. */
export function isInScope(scope: QueryScope, document: StoredDocument): boolean {
  const { collection } = document;
  if (!scope.allDescendants) {
    const { parent, collectionId } = scope;
    if (!isDescendant(collection, parent)) return false;
    const rest = parent === '' ? collection : collection.slice(parent.length + 1);
    return collectionId === undefined ? !rest.includes('/') : rest === collectionId;
  }
  return (
    isDescendant(collection, scope.parent) &&
    (scope.collectionId === undefined || lastId(collection) === scope.collectionId)
  );
}

/** True if `document` matches the query, regardless of offset, limit and projection. */
export function matchesQuery(query: Query, document: StoredDocument): boolean {
  return isInScope(query, document) && matchesWithinScope(query, document);
}

/** `matchesQuery` for a document known to be in scope. */
export function matchesWithinScope(query: Query, document: StoredDocument): boolean {
  for (const { path } of query.orderBy) {
    if (path !== undefined && fieldAt(document.fields, path) === undefined) return false;
  }
  return (
    (query.filter === undefined || matchesFilter(query.filter, document)) &&
    (query.startAt === undefined || isAfterStart(query, document, query.startAt)) &&
    (query.endAt === undefined || isBeforeEnd(query, document, query.endAt))
  );
}

function isAfterStart(query: Query, document: StoredDocument, cursor: CursorPosition): boolean {
  const order = compareToCursor(query, document, cursor);
  return cursor.before ? order >= 0 : order > 0;
}

function isBeforeEnd(query: Query, document: StoredDocument, cursor: CursorPosition): boolean {
  const order = compareToCursor(query, document, cursor);
  return cursor.before ? order < 0 : order <= 0;
}

function compareToCursor(query: Query, document: StoredDocument, cursor: CursorPosition): number {
  for (const [index, value] of cursor.values.entries()) {
    const { path, descending } = query.orderBy[index] as Order;
    const order =
      path === undefined
        ? comparePaths(document.path, value as string)
        : compareValues(fieldAt(document.fields, path) as FieldValue, value);
    if (order !== 0) return descending ? -order : order;
  }
  return 0;
}

/** Returns the comparison function for the order of a query's results. */
export function compareByQuery(query: Query): (left: StoredDocument, right: StoredDocument) => number {
  const { orderBy } = query;
  const sameCollection = !query.allDescendants && query.collectionId !== undefined;
  return (left, right) => {
    for (const { path, descending } of orderBy) {
      const order =
        path !== undefined
          ? compareValues(fieldAt(left.fields, path) as FieldValue, fieldAt(right.fields, path) as FieldValue)
          : sameCollection
            ? compareIds(left.id, right.id)
            : compareNames(left, right);
      if (order !== 0) return descending ? -order : order;
    }
    return 0;
  };
}
