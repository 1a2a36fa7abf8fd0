// Owns the documents of one database: the present, reachable by path, collection and collection group, and the
// recent past. It has one writer, `apply`. Knows nothing of requests, queries or rules.
//
// A worked history, in microseconds:   10: a=1   20: a=2, b=1   30: a deleted
//   present      {b=1}
//   write log    [10: a: - -> 1] [20: a: 1 -> 2, b: - -> 1] [30: a: 2 -> -]
//   read at 20   the present, with what changed after 20 put back: a=2  ->  {a=2, b=1}

import type { Micros } from '../core/commit-time.ts';
import { comparePaths, lastId, parentPath } from '../core/resource-name.ts';
import type { StoredDocument } from '../core/stored-document.ts';
import { BTree } from './b-tree.ts';
import { Collection, CollectionGroup } from './collection.ts';
import { type Change, UndoLog, VERSION_RETENTION_MICROS } from './undo-log.ts';

export class DocumentStore {
  readonly #collections = new Map<string, Collection>();
  readonly #groups = new Map<string, CollectionGroup>();
  /** Collection paths in order, to find what lies below a path. */
  readonly #paths = new BTree<string, Collection>(undefined, comparePaths);
  readonly undoLog: UndoLog;
  #lastCommit: Micros;

  constructor(now: Micros) {
    this.#lastCommit = now;
    this.undoLog = new UndoLog(now - VERSION_RETENTION_MICROS);
  }

  /** Time of the newest commit; reads "now" are reads at this time. */
  get lastCommit(): Micros {
    return this.#lastCommit;
  }

  get(path: string): StoredDocument | undefined {
    const slash = path.lastIndexOf('/');
    return this.#collections.get(path.slice(0, slash))?.get(path.slice(slash + 1));
  }

  collection(path: string): Collection | undefined {
    return this.#collections.get(path);
  }

  group(id: string): CollectionGroup | undefined {
    return this.#groups.get(id);
  }

  /** Collections that lie anywhere below the document at `ancestor` ('' is the root), in path order. */
  *collectionsBelow(ancestor: string): Generator<Collection> {
    const prefix = ancestor === '' ? '' : `${ancestor}/`;
    for (const [path, collection] of this.#paths.entries(ancestor === '' ? undefined : ancestor)) {
      if (path.startsWith(prefix)) yield collection;
      else if (path !== ancestor) return;
    }
  }

  get isEmpty(): boolean {
    return this.#collections.size === 0;
  }

  /** Makes `changes` the present, at `commitTime`, which must be later than every commit before. */
  apply(changes: readonly Change[], commitTime: Micros): void {
    this.#lastCommit = commitTime;
    if (changes.length === 0) return;
    for (const change of changes) this.#applyOne(change);
    this.undoLog.append({ commitTime, changes });
  }

  /** Loads documents without a trace in the log: what is there before the first request. */
  load(documents: Iterable<StoredDocument>): void {
    for (const after of documents) {
      this.#applyOne({ path: after.path, before: this.get(after.path), after });
      this.#lastCommit = Math.max(this.#lastCommit, after.updateTime);
    }
  }

  /** Takes a document out without a trace in the log: the inverse of `load`. */
  unload(path: string): void {
    const before = this.get(path);
    if (before) this.#applyOne({ path, before, after: undefined });
  }

  #applyOne({ path, before, after }: Change): void {
    const collectionPath = parentPath(path);
    const id = after?.id ?? lastId(path);
    const collection = this.#collections.get(collectionPath) ?? this.#addCollection(collectionPath);
    collection.replace(id, before, after);
    const group = this.#groups.get(collection.id) as CollectionGroup;
    group.indexes.replace(before, after);
    if (collection.size === 0) this.#removeCollection(collection, group);
  }

  #addCollection(path: string): Collection {
    const collection = new Collection(path);
    this.#collections.set(path, collection);
    this.#paths.set(path, collection);
    let group = this.#groups.get(collection.id);
    if (!group) {
      group = new CollectionGroup();
      this.#groups.set(collection.id, group);
    }
    group.collections.add(collection);
    return collection;
  }

  #removeCollection(collection: Collection, group: CollectionGroup): void {
    this.#collections.delete(collection.path);
    this.#paths.delete(collection.path);
    group.collections.delete(collection);
    if (group.collections.size === 0) this.#groups.delete(collection.id);
  }
}
