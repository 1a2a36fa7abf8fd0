// The definition of a sorted index, the order of its entries, and bounds within that order. Shared
// by the store, which maintains indexes, and the query planner, which chooses an index and a range
// to scan.

import { type FieldPath, formatFieldPath } from './field-path.ts';
import { comparePaths } from './resource-name.ts';
import { compareNames, type StoredDocument } from './stored-document.ts';
import { type FieldValue, fieldAt, type TypeOrder, typeOrder } from './value.ts';
import { compareValues } from './value-order.ts';

/** One field of an index key. */
export interface IndexField {
  readonly path: FieldPath;
  readonly descending: boolean;
}

/**
 * Entries are sorted by array element (if `contains` is set), then by `fields`, then by name
 * ascending. A document without one of the fields has no entry; a document with an array has an
 * entry for each distinct element.
 */
export interface IndexShape {
  readonly contains: FieldPath | undefined;
  readonly fields: readonly IndexField[];
}

/** A string that identifies a shape, e.g. 'tags contains,n desc'. */
export function shapeKey(shape: IndexShape): string {
  const fields = shape.fields.map(
    ({ path, descending }) => `${formatFieldPath(path)} ${descending ? 'desc' : 'asc'}`,
  );
  return [...(shape.contains ? [`${formatFieldPath(shape.contains)} contains`] : []), ...fields].join(',');
}

/** An entry of an array index: one element of the array and the document that contains it. */
export class ElementEntry {
  readonly element: FieldValue;
  readonly document: StoredDocument;
  constructor(element: FieldValue, document: StoredDocument) {
    this.element = element;
    this.document = document;
  }
}

/** The position before all values of a type. */
export class TypeStart {
  readonly type: number;
  constructor(type: TypeOrder | number) {
    this.type = type;
  }
}

/**
 * A position between entries: before (`side` -1) or after (1) all entries whose first components
 * equal `values` and, if `name` is given, whose document path equals it.
 */
export class Bound {
  readonly values: readonly (FieldValue | TypeStart)[];
  readonly name: string | undefined;
  readonly side: -1 | 1;
  constructor(values: readonly (FieldValue | TypeStart)[], side: -1 | 1, name?: string) {
    this.values = values;
    this.name = name;
    this.side = side;
  }
}

/** An entry of an index: a document or, in an array index, one of its array elements. */
export type IndexEntry = StoredDocument | ElementEntry;

/** The document that an entry refers to. */
export function entryDocument(entry: IndexEntry): StoredDocument {
  return entry instanceof ElementEntry ? entry.document : entry;
}

/**
 * Returns the comparison function for the entries and bounds of an index. Distinct entries never
 * compare as equal.
 */
export function compareEntries(
  shape: IndexShape,
): (left: IndexEntry | Bound, right: IndexEntry | Bound) => number {
  return (left, right) => {
    if (left instanceof Bound) return right instanceof Bound ? 0 : -compareToBound(shape, right, left);
    if (right instanceof Bound) return compareToBound(shape, left, right);
    return compareTwoEntries(shape, left, right);
  };
}

function compareTwoEntries(shape: IndexShape, left: IndexEntry, right: IndexEntry): number {
  if (left === right) return 0;
  if (left instanceof ElementEntry) {
    const order = compareValues(left.element, (right as ElementEntry).element);
    if (order !== 0) return order;
  }
  const a = entryDocument(left);
  const b = entryDocument(right);
  for (const { path, descending } of shape.fields) {
    const order = compareValues(fieldAt(a.fields, path) as FieldValue, fieldAt(b.fields, path) as FieldValue);
    if (order !== 0) return descending ? -order : order;
  }
  return compareNames(a, b);
}

function compareToBound(shape: IndexShape, entry: IndexEntry, bound: Bound): number {
  const document = entryDocument(entry);
  let at = 0;
  if (entry instanceof ElementEntry) {
    if (at === bound.values.length) return -bound.side;
    const order = compareToBoundValue(entry.element, bound.values[at++] as FieldValue | TypeStart);
    if (order !== 0) return order;
  }
  for (const { path, descending } of shape.fields) {
    if (at === bound.values.length) return -bound.side;
    const value = fieldAt(document.fields, path) as FieldValue;
    const order = compareToBoundValue(value, bound.values[at++] as FieldValue | TypeStart);
    if (order !== 0) return descending ? -order : order;
  }
  if (bound.name !== undefined) {
    const order = comparePaths(document.path, bound.name);
    if (order !== 0) return order;
  }
  return -bound.side;
}

function compareToBoundValue(value: FieldValue, bound: FieldValue | TypeStart): number {
  if (bound instanceof TypeStart) return typeOrder(value) < bound.type ? -1 : 1;
  return compareValues(value, bound);
}
