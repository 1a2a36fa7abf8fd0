// Multi-version storage: the current state plus an undo log. A worked history, times in
// microseconds:
//
//   commits         10: a=1   20: a=2, b=1   30: delete a
//   current state   {b=1}
//   undo log        [10: a: - -> 1] [20: a: 1 -> 2, b: - -> 1] [30: a: 2 -> -]
//   read at 20      the current state with every change after 20 undone: {a=2, b=1}

import { BTree } from '@savepoint/server/core/b-tree';
import type { Micros } from '../core/commit-time.ts';
import { comparePaths, lastId, parentPath } from '../core/resource-name.ts';
import type { StoredDocument } from '../core/stored-document.ts';
import { Collection, CollectionGroup } from './collection.ts';
import { type Change, UndoLog, VERSION_RETENTION_MICROS } from './undo-log.ts';

/**
 * The documents of one database, by path, collection and collection group. `apply` is the only
 * transactional writer.
 */
export class DocumentStore {
  readonly #collections = new Map<string, Collection>();
  readonly #groups = new Map<string, CollectionGroup>();
  /** Collections in path order, for enumerating those below a path. */
  readonly #paths = new BTree<string, Collection>(undefined, comparePaths);
  readonly undoLog: UndoLog;
  #lastCommit: Micros;

  constructor(now: Micros) {
    this.#lastCommit = now;
    this.undoLog = new UndoLog(now - VERSION_RETENTION_MICROS);
  }

  /** The time of the last commit, which is the snapshot version of the current state. */
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

  /** Collections at any depth below the document `ancestor` ('' is the root), in path order. */
  *collectionsBelow(ancestor: string): Generator<Collection> {
    const prefix = ancestor === '' ? '' : `${ancestor}/`;
    for (const [path, collection] of this.#paths.entries(ancestor === '' ? undefined : ancestor)) {
      if (path.startsWith(prefix)) yield collection;
      else if (path !== ancestor) return;
    }
  }

  /** Applies a commit. `commitTime` must be later than that of every earlier commit. */
  apply(changes: readonly Change[], commitTime: Micros): void {
    this.#lastCommit = commitTime;
    if (changes.length === 0) return;
    for (const change of changes) this.#applyOne(change);
    this.undoLog.append({ commitTime, changes });
  }

  /** Loads documents with their times, without undo log entries. For recovery and imports. */
  load(documents: Iterable<StoredDocument>): void {
    for (const after of documents) {
      this.#applyOne({ path: after.path, before: this.get(after.path), after });
      this.#lastCommit = Math.max(this.#lastCommit, after.updateTime);
    }
  }

  /** Removes a document without an undo log entry. For recovery. */
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
