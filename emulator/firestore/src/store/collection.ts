// Owns the documents of one scope (a collection, or a collection group) and the indexes that were asked for.

import { type IndexShape, shapeKey } from '../core/index-shape.ts';
import { compareIds, lastId } from '../core/resource-name.ts';
import type { StoredDocument } from '../core/stored-document.ts';
import { BTree, NODE_SIZE } from './b-tree.ts';
import { SortedIndex } from './sorted-index.ts';

/** More indexes than this are dropped, the least recently used first: each costs every write. */
const MAX_INDEXES = 64;

/**
 * Indexes by shape, built when first asked for and kept up to date from then on. Building costs one sort of
 * the scope; an index that nobody asks for costs nothing.
 */
export class IndexSet {
  readonly #indexes = new Map<string, SortedIndex>();

  /** The index of `shape`, built from `documents` when it does not exist. */
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

  /** Puts `after` in the place of `before`; undefined stands for absence. */
  replace(id: string, before: StoredDocument | undefined, after: StoredDocument | undefined): void {
    if (after) this.#documents.set(id, after);
    else this.#documents.delete(id);
    this.indexes.replace(before, after);
  }

  /** All documents in id order, from the first id at or after `from`. */
  documents(from?: string): IterableIterator<StoredDocument> {
    return this.#documents.values(from);
  }
}

/** All collections with one id, wherever they hang. */
export class CollectionGroup {
  readonly collections = new Set<Collection>();
  readonly indexes = new IndexSet();

  get size(): number {
    let size = 0;
    for (const collection of this.collections) size += collection.size;
    return size;
  }

  /** Documents in no particular order. */
  *documents(): Generator<StoredDocument> {
    for (const collection of this.collections) yield* collection.documents();
  }
}
