import type { Attributes } from '@savepoint/server/core/tracing';
import type { Micros } from '../core/commit-time.ts';
import type { StoredDocument } from '../core/stored-document.ts';
import type { Principal } from '../database/access-control.ts';
import { executeQuery, type QueryResult } from '../database/execute-query.ts';
import type { StructuredQuery } from '../gen/google/firestore/v1/query_pb.js';
import { billedReads } from '../query/billed-reads.ts';
import { describeQuery } from '../query/describe-query.ts';
import { matchesQuery, type Query } from '../query/query.ts';
import type { ListenHub } from './listen-hub.ts';
import type { Listener } from './listener-index.ts';
import type { ViewChange } from './query-view.ts';

/** A listen target of either kind. */
export interface ListenTarget {
  readonly kind: 'query' | 'documents';
  /** Throws PERMISSION_DENIED if `principal` may not listen to it. */
  authorize(principal: Principal): void;
  /**
   * Calls `listener` on each commit that affects the target, until the returned function is called.
   */
  listen(listener: Listener): () => void;
  /** Its attributes for spans. */
  readonly description: Attributes;
  /** The current matching documents, with the statistics of the query. */
  results(): QueryResult;
  /** The number of document reads that production charges for `results`. */
  billedReads(result: QueryResult): number;
  /** Paths of a documents target that do not exist. */
  missing(): readonly string[];
  /**
   * The difference between the results at `since`, which must be within the undo log, and the
   * current ones.
   */
  changesSince(since: Micros): readonly ViewChange[];
}

/** A target for a query. Equal queries must have equal keys. */
export function queryTarget(
  hub: ListenHub,
  query: Query,
  message: StructuredQuery,
  key: string,
): ListenTarget {
  const { database } = hub;
  const results = () => executeQuery(database.store, query);
  return {
    kind: 'query',
    description: describeQuery(query),
    billedReads: ({ documents, skipped, scanned }) =>
      billedReads(query, message, { documents: documents.length, skipped, scanned }),
    authorize: (principal) => {
      database.access.authorizeList(principal, database.currentView(), query, message);
      database.checkIndexes(query);
    },
    listen: (listener) => hub.index.addQuery(query, key, listener),
    results,
    missing: () => [],
    changesSince(since) {
      if (query.limit === undefined && query.offset === 0) return changesFromUndoLog(hub, query, since);
      const before = byPath(executeQuery(database.store, query, since).documents);
      const after = byPath(results().documents);
      return diff(before, after, (path) => database.store.get(path));
    },
  };
}

function changesFromUndoLog(hub: ListenHub, query: Query, since: Micros): ViewChange[] {
  const { store } = hub.database;
  const changes: ViewChange[] = [];
  for (const [path, before] of store.undoLog.versionsAt(since)) {
    const document = store.get(path);
    if (document && matchesQuery(query, document)) {
      if (document !== before) changes.push({ path, kind: 'matched', document });
    } else if (before && matchesQuery(query, before)) {
      changes.push({ path, kind: 'removed', document });
    }
  }
  return changes;
}

function byPath(documents: readonly StoredDocument[]): Map<string, StoredDocument> {
  return new Map(documents.map((document) => [document.path, document]));
}

function diff(
  before: Map<string, StoredDocument>,
  after: Map<string, StoredDocument>,
  read: (path: string) => StoredDocument | undefined,
): ViewChange[] {
  const changes: ViewChange[] = [];
  for (const [path, document] of after) {
    if (before.get(path) !== document) changes.push({ path, kind: 'matched', document });
  }
  for (const path of before.keys()) {
    if (!after.has(path)) changes.push({ path, kind: 'removed', document: read(path) });
  }
  return changes;
}

/** A target for the documents at `paths`. */
export function documentsTarget(hub: ListenHub, paths: readonly string[]): ListenTarget {
  const { database } = hub;
  const { store } = database;
  return {
    kind: 'documents',
    description: { documents: JSON.stringify(paths) },
    // A missing document is charged like a query without results.
    billedReads: () => paths.length,
    authorize(principal) {
      for (const path of paths) {
        database.access.authorizeGet(principal, database.currentView(), path, store.get(path));
      }
    },
    listen(listener) {
      const stops = paths.map((path) => hub.index.addDocument(path, listener));
      return () => {
        for (const stop of stops) stop();
      };
    },
    results() {
      const documents = paths.map((path) => store.get(path)).filter((document) => document !== undefined);
      return { documents, skipped: 0, scanned: paths.length };
    },
    missing: () => paths.filter((path) => store.get(path) === undefined),
    changesSince(since) {
      const versions = store.undoLog.versionsAt(since);
      return paths
        .filter((path) => versions.has(path))
        .map((path) => {
          const document = store.get(path);
          return { path, kind: document ? 'matched' : 'removed', document };
        });
    },
  };
}
