import type { StoredDocument } from '../core/stored-document.ts';
import { executeQuery } from '../database/execute-query.ts';
import { matchesQuery, type Query } from '../query/query.ts';
import type { DocumentStore } from '../store/document-store.ts';
import type { Change } from '../store/undo-log.ts';

/**
 * The effect of a commit on one document of a result set: 'matched' if the set contains it
 * afterwards, otherwise 'removed'. `document` is the new version, or undefined if it was deleted.
 */
export interface ViewChange {
  readonly path: string;
  readonly kind: 'matched' | 'removed';
  readonly document: StoredDocument | undefined;
}

/** The live result set of one query, shared by all listeners of equal queries. */
export class QueryView {
  readonly query: Query;
  readonly #store: DocumentStore;
  /**
   * The result set of a query with a limit or an offset; other queries test each changed document
   * individually.
   */
  #members: Map<string, StoredDocument> | undefined;

  constructor(query: Query, store: DocumentStore) {
    this.query = query;
    this.#store = store;
    if (query.limit !== undefined || query.offset > 0) this.#members = this.#run();
  }

  /**
   * Applies `changes`, which the store has already applied, and returns their effect on the result
   * set.
   */
  advance(changes: readonly Change[]): ViewChange[] {
    const effects: ViewChange[] = [];
    for (const { path, before, after } of changes) {
      if (after && matchesQuery(this.query, after)) {
        effects.push({ path, kind: 'matched', document: after });
      } else if (before && matchesQuery(this.query, before)) {
        effects.push({ path, kind: 'removed', document: after });
      }
    }
    return this.#members && effects.length > 0 ? this.#advanceMembers(this.#members, changes) : effects;
  }

  #advanceMembers(before: Map<string, StoredDocument>, changes: readonly Change[]): ViewChange[] {
    const after = this.#run();
    this.#members = after;
    const changed = new Map(changes.map((change) => [change.path, change.after]));
    const effects: ViewChange[] = [];
    for (const [path, document] of after) {
      if (before.get(path) !== document) effects.push({ path, kind: 'matched', document });
    }
    for (const [path, document] of before) {
      if (after.has(path)) continue;
      effects.push({ path, kind: 'removed', document: changed.has(path) ? changed.get(path) : document });
    }
    return effects;
  }

  #run(): Map<string, StoredDocument> {
    const { documents } = executeQuery(this.#store, this.query);
    return new Map(documents.map((document) => [document.path, document]));
  }
}
