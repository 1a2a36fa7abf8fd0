import { type FieldPath, formatFieldPath } from '../core/field-path.ts';
import { lastId, parentPath } from '../core/resource-name.ts';
import type { StoredDocument } from '../core/stored-document.ts';
import { type FieldValue, fieldAt } from '../core/value.ts';
import { toDisjunctiveNormalForm } from '../query/disjunctive-normal-form.ts';
import type { Query } from '../query/query.ts';
import type { DocumentStore } from '../store/document-store.ts';
import type { Change } from '../store/undo-log.ts';
import { QueryView, type ViewChange } from './query-view.ts';

/** Called with the effect of a commit on the listener's result set or document. */
export type Listener = (changes: readonly ViewChange[]) => void;

interface SharedView {
  readonly view: QueryView;
  readonly key: string;
  readonly listeners: Set<Listener>;
}

/**
 * The views of one collection or group, by field and value of an equality filter. `plain` are the
 * views without such a filter.
 */
class ViewBucket {
  readonly plain = new Set<SharedView>();
  readonly byField = new Map<string, { path: FieldPath; byValue: Map<unknown, Set<SharedView>> }>();

  add(shared: SharedView): void {
    const equality = indexableEquality(shared.view.query);
    if (!equality) {
      this.plain.add(shared);
      return;
    }
    const text = formatFieldPath(equality.path);
    let field = this.byField.get(text);
    if (!field) {
      field = { path: equality.path, byValue: new Map() };
      this.byField.set(text, field);
    }
    const views = field.byValue.get(equality.key);
    if (views) views.add(shared);
    else field.byValue.set(equality.key, new Set([shared]));
  }

  remove(shared: SharedView): void {
    const equality = indexableEquality(shared.view.query);
    if (!equality) {
      this.plain.delete(shared);
      return;
    }
    const text = formatFieldPath(equality.path);
    const field = this.byField.get(text);
    const views = field?.byValue.get(equality.key);
    views?.delete(shared);
    if (views?.size === 0) field?.byValue.delete(equality.key);
    if (field?.byValue.size === 0) this.byField.delete(text);
  }

  get isEmpty(): boolean {
    return this.plain.size === 0 && this.byField.size === 0;
  }

  collect(change: Change, into: Map<SharedView, Change[]>): void {
    for (const shared of this.plain) push(into, shared, change);
    for (const { path, byValue } of this.byField.values()) {
      const before = change.before && valueKey(fieldAt(change.before.fields, path));
      const after = change.after && valueKey(fieldAt(change.after.fields, path));
      if (before !== undefined) for (const shared of byValue.get(before) ?? []) push(into, shared, change);
      if (after !== undefined && after !== before) {
        for (const shared of byValue.get(after) ?? []) push(into, shared, change);
      }
    }
  }
}

function push(into: Map<SharedView, Change[]>, shared: SharedView, change: Change): void {
  const changes = into.get(shared);
  if (changes) changes.push(change);
  else into.set(shared, [change]);
}

/**
 * A map key that equal values share (collisions are possible); undefined for values that are not
 * indexed.
 */
function valueKey(value: FieldValue | undefined): unknown {
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'bigint') return `#${value}`;
  if (typeof value === 'number') return Number.isInteger(value) ? `#${BigInt(value)}` : `#${value}`;
  return undefined;
}

/** An equality filter that every match satisfies. */
function indexableEquality(query: Query): { path: FieldPath; key: unknown } | undefined {
  if (!query.filter) return undefined;
  const conjunctions = toDisjunctiveNormalForm(query.filter);
  if (conjunctions.length !== 1) return undefined;
  for (const condition of conjunctions[0] ?? []) {
    if (condition.kind !== 'field' || condition.operator !== '==') continue;
    const key = valueKey(condition.value);
    if (key !== undefined) return { path: condition.path, key };
  }
  return undefined;
}

/**
 * The listeners of one database, indexed so that a commit reaches only views that it can affect: by
 * document path, by collection, by collection group, and within those by one equality filter of the
 * query.
 */
export class ListenerIndex {
  readonly #store: DocumentStore;
  readonly #views = new Map<string, SharedView>();
  readonly #collections = new Map<string, ViewBucket>();
  readonly #groups = new Map<string, ViewBucket>();
  readonly #anyCollection = new ViewBucket();
  readonly #documents = new Map<string, Set<Listener>>();

  constructor(store: DocumentStore) {
    this.#store = store;
  }

  /**
   * Listens to `query`; equal queries must have equal keys. Returns a function that removes the
   * listener.
   */
  addQuery(query: Query, key: string, listener: Listener): () => void {
    let shared = this.#views.get(key);
    if (!shared) {
      shared = { view: new QueryView(query, this.#store), key, listeners: new Set() };
      this.#views.set(key, shared);
      this.#bucket(query, true)?.add(shared);
    }
    const found = shared;
    found.listeners.add(listener);
    return () => this.#removeQuery(found, listener);
  }

  #removeQuery(shared: SharedView, listener: Listener): void {
    if (!shared.listeners.delete(listener) || shared.listeners.size > 0) return;
    this.#views.delete(shared.key);
    const { query } = shared.view;
    const bucket = this.#bucket(query, false);
    bucket?.remove(shared);
    if (bucket?.isEmpty) this.#dropBucket(query);
  }

  #locateBucket(query: Query): [map: Map<string, ViewBucket>, key: string] | undefined {
    const { collectionId, parent } = query;
    if (collectionId === undefined) return undefined;
    if (query.allDescendants) return [this.#groups, collectionId];
    return [this.#collections, parent === '' ? collectionId : `${parent}/${collectionId}`];
  }

  #bucket(query: Query, create: boolean): ViewBucket | undefined {
    const home = this.#locateBucket(query);
    if (!home) return this.#anyCollection;
    const [map, key] = home;
    let bucket = map.get(key);
    if (!bucket && create) {
      bucket = new ViewBucket();
      map.set(key, bucket);
    }
    return bucket;
  }

  #dropBucket(query: Query): void {
    const home = this.#locateBucket(query);
    home?.[0].delete(home[1]);
  }

  /** Listens to one document. Returns a function that removes the listener. */
  addDocument(path: string, listener: Listener): () => void {
    const listeners = this.#documents.get(path);
    if (listeners) listeners.add(listener);
    else this.#documents.set(path, new Set([listener]));
    return () => {
      const current = this.#documents.get(path);
      current?.delete(listener);
      if (current?.size === 0) this.#documents.delete(path);
    };
  }

  /** Notifies every listener affected by `changes`, which the store has already applied. */
  publish(changes: readonly Change[]): void {
    const affected = new Map<SharedView, Change[]>();
    for (const change of changes) {
      const collection = parentPath(change.path);
      this.#collections.get(collection)?.collect(change, affected);
      this.#groups.get(lastId(collection))?.collect(change, affected);
      this.#anyCollection.collect(change, affected);
      this.#publishDocument(change.path, change.after);
    }
    for (const [{ view, listeners }, viewChanges] of affected) {
      const effects = view.advance(viewChanges);
      if (effects.length > 0) for (const listener of listeners) listener(effects);
    }
  }

  #publishDocument(path: string, document: StoredDocument | undefined): void {
    const listeners = this.#documents.get(path);
    if (!listeners) return;
    const effects: ViewChange[] = [{ path, kind: document ? 'matched' : 'removed', document }];
    for (const listener of listeners) listener(effects);
  }
}
