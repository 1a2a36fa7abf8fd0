import { BTree, NODE_SIZE } from '@savepoint/server/core/b-tree';
import { type IndexShape, shapeKey } from '../core/index-shape.ts';
import { compareIds, lastId } from '../core/resource-name.ts';
import type { StoredDocument } from '../core/stored-document.ts';
import { SortedIndex } from './sorted-index.ts';

/**
 * Beyond this number, the least recently used index is dropped, because every index slows down
 * writes.
 */
const MAX_INDEXES = 64;

/** Indexes by shape, built by sorting the scope on first use and then maintained. */
class IndexSet {
  readonly #indexes = new Map<string, SortedIndex>();

  /** The index with this shape, built from `documents` if it does not exist. */
  get(shape: IndexShape, documents: () => Iterable<StoredDocument>): SortedIndex {
    const key = shapeKey(shape);
    const existing = this.#indexes.get(key);
    const index = existing ?? new SortedIndex(shape, documents());
    if (existing) this.#indexes.delete(key);
    this.#indexes.set(key, index);
    if (this.#indexes.size > MAX_INDEXES) {
      this.#indexes.delete(this.#indexes.keys().next().value as string);
    }
    return index;
  }

  /**
   * Replaces one version of a document with another in every index; undefined stands for absence.
   */
  replace(before: StoredDocument | undefined, after: StoredDocument | undefined): void {
    for (const index of this.#indexes.values()) index.replace(before, after);
  }
}

/** One collection: its documents by id, in id order. */
export class Collection {
  readonly path: string;
  readonly id: string;
  readonly indexes = new IndexSet();
  readonly #documents = new BTree<string, StoredDocument>(undefined, compareIds, NODE_SIZE);

  constructor(path: string) {
    this.path = path;
    this.id = lastId(path);
  }

  get size(): number {
    return this.#documents.size;
  }

  get(id: string): StoredDocument | undefined {
    return this.#documents.get(id);
  }

  /**
   * Replaces the version `before` of the document `id` with `after`; undefined stands for absence.
   */
  replace(id: string, before: StoredDocument | undefined, after: StoredDocument | undefined): void {
    if (after) this.#documents.set(id, after);
    else this.#documents.delete(id);
    this.indexes.replace(before, after);
  }

  /** All documents in id order, starting with the first id at or after `from`. */
  documents(from?: string): IterableIterator<StoredDocument> {
    return this.#documents.values(from);
  }
}

/** All collections with the same id, at any depth. */
export class CollectionGroup {
  readonly collections = new Set<Collection>();
  readonly indexes = new IndexSet();

  get size(): number {
    let size = 0;
    for (const collection of this.collections) size += collection.size;
    return size;
  }

  /** All documents, in unspecified order. */
  *documents(): Generator<StoredDocument> {
    for (const collection of this.collections) yield* collection.documents();
  }
}
