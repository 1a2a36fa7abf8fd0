// Owns the live result of one query, shared by every listener that asked for the same: turns a commit into what
// entered, changed and left. Knows no streams.

import type { StoredDocument } from '../core/stored-document.ts';
import { matchesQuery, type Query } from '../query/query.ts';
import type { DocumentStore } from '../store/document-store.ts';
import type { Change } from '../store/undo-log.ts';
import { executeQuery } from './execute-query.ts';

/** One document's step in a view. `document` is its new version; undefined when it was deleted. */
export interface ViewChange {
  readonly path: string;
  readonly kind: 'present' | 'left';
  readonly document: StoredDocument | undefined;
}

export class QueryView {
  readonly query: Query;
  readonly #store: DocumentStore;
  /** Only views with a limit or an offset need to know what they hold; the others ask each document. */
  #members: Map<string, StoredDocument> | undefined;

  constructor(query: Query, store: DocumentStore) {
    this.query = query;
    this.#store = store;
    if (query.limit !== undefined || query.offset > 0) this.#members = this.#run();
  }

  /** The result now. */
  results(): readonly StoredDocument[] {
    return this.#members ? [...this.#members.values()] : executeQuery(this.#store, this.query).documents;
  }

  /** What `changes`, which the store has applied already, did to the view. */
  advance(changes: readonly Change[]): ViewChange[] {
    const effects: ViewChange[] = [];
    for (const { path, before, after } of changes) {
      if (after && matchesQuery(this.query, after)) {
        effects.push({ path, kind: 'present', document: after });
      } else if (before && matchesQuery(this.query, before)) {
        effects.push({ path, kind: 'left', document: after });
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
      if (before.get(path) !== document) effects.push({ path, kind: 'present', document });
    }
    for (const [path, document] of before) {
      if (after.has(path)) continue;
      effects.push({ path, kind: 'left', document: changed.has(path) ? changed.get(path) : document });
    }
    return effects;
  }

  #run(): Map<string, StoredDocument> {
    const { documents } = executeQuery(this.#store, this.query);
    return new Map(documents.map((document) => [document.path, document]));
  }
}
