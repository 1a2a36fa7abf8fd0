// Owns the running of a query against a store: picks index reads or a plain scan, filters, merges, skips and
// limits. Knows nothing of permissions, transactions or messages.

import type { Micros } from '../core/commit-time.ts';
import { entryDocument } from '../core/index-shape.ts';
import { comparePaths, parentPath } from '../core/resource-name.ts';
import type { StoredDocument } from '../core/stored-document.ts';
import { nearestDocuments } from '../query/nearest.ts';
import { planReads, type RangeRead, type Read } from '../query/plan.ts';
import { compareByQuery, isInScope, matchesQuery, matchesWithinScope, type Query } from '../query/query.ts';
import type { Collection, CollectionGroup } from '../store/collection.ts';
import type { DocumentStore } from '../store/document-store.ts';
import { walkDocuments } from '../store/walk-documents.ts';

export interface QueryResult {
  readonly documents: readonly StoredDocument[];
  /** Documents skipped by the offset. */
  readonly skipped: number;
  /** Documents looked at. */
  readonly scanned: number;
}

/** Scopes this small are scanned and sorted: cheaper than keeping an index. */
const SCAN_LIMIT = 128;

/**
 * The results of `query` now, or at `readTime` (which must not lie before the store's horizon). Everything is
 * read before this returns; later commits do not show.
 */
export function executeQuery(store: DocumentStore, query: Query, readTime?: Micros): QueryResult {
  const run = new QueryExecution(store, query, readTime);
  if (query.nearest) return { ...run.nearest(query.nearest), skipped: 0 };
  return run.page();
}

/** All documents that match, in order, without offset and limit; for aggregation. */
export function* matchingDocuments(
  store: DocumentStore,
  query: Query,
  readTime?: Micros,
): Generator<StoredDocument> {
  yield* new QueryExecution(store, query, readTime).matches();
}

/** How many documents match now, without offset and limit, where that is known without a look at them. */
export function countWithoutScan(store: DocumentStore, query: Query): number | undefined {
  const { collectionId, parent, allDescendants } = query;
  const selects = query.filter || query.startAt || query.endAt || query.nearest || query.orderBy.length > 1;
  if (selects || collectionId === undefined || (allDescendants && parent !== '')) return undefined;
  if (allDescendants) return store.group(collectionId)?.size ?? 0;
  return store.collection(parent === '' ? collectionId : `${parent}/${collectionId}`)?.size ?? 0;
}

class QueryExecution {
  readonly #store: DocumentStore;
  readonly #query: Query;
  /** Documents that changed since the read time, as they were then. */
  readonly #oldVersions: Map<string, StoredDocument | undefined> | undefined;
  #scanned = 0;

  constructor(store: DocumentStore, query: Query, readTime: Micros | undefined) {
    this.#store = store;
    this.#query = query;
    if (readTime !== undefined && readTime < store.lastCommit) {
      const versions = store.undoLog.versionsAt(readTime);
      if (versions.size > 0) this.#oldVersions = versions;
    }
  }

  page(): QueryResult {
    const { offset, limit = Number.POSITIVE_INFINITY } = this.#query;
    const documents: StoredDocument[] = [];
    let skipped = 0;
    if (limit > 0) {
      for (const document of this.matches()) {
        if (skipped < offset) {
          skipped++;
          continue;
        }
        documents.push(document);
        if (documents.length >= limit) break;
      }
    }
    return { documents, skipped, scanned: this.#scanned };
  }

  nearest(search: NonNullable<Query['nearest']>) {
    const documents = nearestDocuments(search, this.matches());
    return { documents, scanned: this.#scanned };
  }

  /** Matching documents in the query's order. */
  *matches(): Generator<StoredDocument> {
    const present = this.#currentMatches();
    if (!this.#oldVersions) {
      yield* present;
      return;
    }
    const compare = compareByQuery(this.#query);
    const then: StoredDocument[] = [];
    for (const document of this.#oldVersions.values()) {
      if (document && matchesQuery(this.#query, document)) then.push(document);
    }
    then.sort(compare);
    yield* mergeOrdered([present, then.values()], compare);
  }

  #currentMatches(): Generator<StoredDocument> {
    const scope = this.#scope();
    if (scope === undefined) return this.#walk();
    if (scope === null) return this.#scan([]);
    if (scope.size <= SCAN_LIMIT) return this.#scan(scope.documents());
    const reads = planReads(this.#query);
    const streams = reads.map((read) => this.#read(scope, read));
    return streams.length === 1 && streams[0]
      ? streams[0]
      : mergeOrdered(streams, compareByQuery(this.#query));
  }

  /** What the query reads: one collection, one group, or (undefined) collections of any id. */
  #scope(): Collection | CollectionGroup | null | undefined {
    const { collectionId, parent, allDescendants } = this.#query;
    if (collectionId === undefined) return undefined;
    if (allDescendants) return this.#store.group(collectionId) ?? null;
    return this.#store.collection(parent === '' ? collectionId : `${parent}/${collectionId}`) ?? null;
  }

  /** Collections of any id: in name order as they lie in the store, where the query wants that. */
  #walk(): Generator<StoredDocument> {
    const [read, ...others] = planReads(this.#query);
    const byName =
      this.#query.allDescendants &&
      read?.kind === 'range' &&
      others.length === 0 &&
      !read.reverse &&
      read.shape.contains === undefined &&
      read.shape.fields.length === 0;
    return byName ? this.#walkRange(read) : this.#scan(this.#allDocuments());
  }

  *#walkRange({ lower, upper }: RangeRead): Generator<StoredDocument> {
    for (const document of walkDocuments(this.#store, this.#query.parent, lower?.name)) {
      if (upper?.name !== undefined && comparePaths(document.path, upper.name) > 0) return;
      if (this.#accepts(document)) yield document;
    }
  }

  *#allDocuments(): Generator<StoredDocument> {
    for (const collection of this.#store.collectionsBelow(this.#query.parent)) {
      if (this.#query.allDescendants || parentPath(collection.path) === this.#query.parent) {
        yield* collection.documents();
      }
    }
  }

  *#scan(documents: Iterable<StoredDocument>): Generator<StoredDocument> {
    const found: StoredDocument[] = [];
    for (const document of documents) if (this.#accepts(document)) found.push(document);
    found.sort(compareByQuery(this.#query));
    yield* found;
  }

  *#read(scope: Collection | CollectionGroup, read: Read): Generator<StoredDocument> {
    if (read.kind === 'document') {
      const document = this.#store.get(read.path);
      if (document && isInScope(this.#query, document) && this.#accepts(document)) yield document;
      return;
    }
    yield* this.#readRange(scope, read);
  }

  *#readRange(scope: Collection | CollectionGroup, read: RangeRead): Generator<StoredDocument> {
    const index = scope.indexes.get(read.shape, () => scope.documents());
    for (const entry of index.scan(read.lower, read.upper, read.reverse)) {
      const document = entryDocument(entry);
      if (this.#accepts(document)) yield document;
    }
  }

  #accepts(document: StoredDocument): boolean {
    this.#scanned++;
    if (this.#oldVersions?.has(document.path)) return false;
    return this.#query.allDescendants
      ? matchesQuery(this.#query, document)
      : matchesWithinScope(this.#query, document);
  }
}

/** The union of ordered streams, in order, each document once. */
function* mergeOrdered(
  streams: readonly Iterator<StoredDocument>[],
  compare: (left: StoredDocument, right: StoredDocument) => number,
): Generator<StoredDocument> {
  const heads = streams.map((stream) => ({ stream, next: stream.next() })).filter(({ next }) => !next.done);
  let last: StoredDocument | undefined;
  while (heads.length > 0) {
    let least = 0;
    for (let i = 1; i < heads.length; i++) {
      if (compare(heads[i]?.next.value, heads[least]?.next.value) < 0) least = i;
    }
    const head = heads[least] as (typeof heads)[number];
    if (head.next.value !== last) {
      last = head.next.value as StoredDocument;
      yield last;
    }
    head.next = head.stream.next();
    if (head.next.done) heads.splice(least, 1);
  }
}
