import { BTree, NODE_SIZE } from '@savepoint/server/core/b-tree';
import { bulkLoad } from 'sorted-btree/extended/bulkLoad.js';
import {
  type Bound,
  compareEntries,
  ElementEntry,
  type IndexEntry,
  type IndexShape,
} from '../core/index-shape.ts';
import type { StoredDocument } from '../core/stored-document.ts';
import { type FieldValue, fieldAt } from '../core/value.ts';
import { compareValues, equalValues } from '../core/value-order.ts';
import { sortDocuments } from './sort-documents.ts';

/** How full leaves are after a bulk load; the rest is room for inserts. */
const LOAD_FACTOR = 0.8;

type Position = IndexEntry | Bound;
type Tree = BTree<Position, undefined>;

/**
 * A sorted index over the documents of one scope. Entries reference the documents, so it takes
 * about one word per document. A scan must be consumed before the next `replace`.
 */
export class SortedIndex {
  readonly shape: IndexShape;
  readonly #compare: (left: Position, right: Position) => number;
  readonly #tree: Tree;

  constructor(shape: IndexShape, documents: Iterable<StoredDocument>) {
    this.shape = shape;
    this.#compare = compareEntries(shape);
    const entries = this.#entriesOf(documents);
    this.#tree =
      entries.length === 0
        ? new BTree<Position, undefined>(undefined, this.#compare, NODE_SIZE)
        : (bulkLoad(
            entries,
            new Array<undefined>(entries.length),
            NODE_SIZE,
            this.#compare,
            LOAD_FACTOR,
          ) as Tree);
  }

  #entriesOf(documents: Iterable<StoredDocument>): Position[] {
    const entries: Position[] = [];
    if (this.shape.contains === undefined) {
      const covered: StoredDocument[] = [];
      for (const document of documents) if (this.#covers(document)) covered.push(document);
      return sortDocuments(covered, this.shape.fields);
    }
    for (const document of documents) this.#collect(document, entries);
    return entries.sort(this.#compare);
  }

  get size(): number {
    return this.#tree.size;
  }

  /** Replaces one version of a document with another; undefined stands for absence. */
  replace(before: StoredDocument | undefined, after: StoredDocument | undefined): void {
    if (before && after && this.shape.contains === undefined && this.#sameKey(before, after)) {
      // Overwriting also replaces the key object, so the entry references the new version.
      if (this.#covers(after)) this.#tree.set(after, undefined, true);
      return;
    }
    const entries: Position[] = [];
    if (before) this.#collect(before, entries);
    for (const entry of entries) this.#tree.delete(entry);
    entries.length = 0;
    if (after) this.#collect(after, entries);
    for (const entry of entries) this.#tree.set(entry, undefined);
  }

  /**
   * The entries between two bounds, ascending or (`reverse`) descending; undefined is an open
   * bound.
   */
  *scan(lower: Bound | undefined, upper: Bound | undefined, reverse: boolean): Generator<IndexEntry> {
    const entries = reverse ? this.#tree.entriesReversed(upper, []) : this.#tree.entries(lower, []);
    const stop = reverse ? lower : upper;
    const sign = reverse ? -1 : 1;
    for (const pair of entries) {
      const entry = pair[0] as IndexEntry;
      if (stop !== undefined && sign * this.#compare(entry, stop) > 0) return;
      yield entry;
    }
  }

  #covers(document: StoredDocument): boolean {
    return this.shape.fields.every(({ path }) => fieldAt(document.fields, path) !== undefined);
  }

  #sameKey(before: StoredDocument, after: StoredDocument): boolean {
    return this.shape.fields.every(({ path }) => {
      const left = fieldAt(before.fields, path);
      const right = fieldAt(after.fields, path);
      return left === right || (left !== undefined && right !== undefined && equalValues(left, right));
    });
  }

  #collect(document: StoredDocument, into: Position[]): void {
    if (!this.#covers(document)) return;
    const { contains } = this.shape;
    if (contains === undefined) {
      into.push(document);
      return;
    }
    const array = fieldAt(document.fields, contains);
    if (!Array.isArray(array)) return;
    for (const element of distinct(array)) into.push(new ElementEntry(element, document));
  }
}

function distinct(values: readonly FieldValue[]): FieldValue[] {
  const sorted = [...values].sort(compareValues);
  return sorted.filter((value, i) => i === 0 || !equalValues(value, sorted[i - 1] as FieldValue));
}
