import type { Micros } from '../core/commit-time.ts';
import { entryDocument } from '../core/index-shape.ts';
import { comparePaths, parentPath } from '../core/resource-name.ts';
import type { StoredDocument } from '../core/stored-document.ts';
import { findNearest } from '../query/find-nearest.ts';
import { compareByQuery, isInScope, matchesQuery, matchesWithinScope, type Query } from '../query/query.ts';
import { type PlannedRead, planQuery, type RangeRead } from '../query/query-plan.ts';
import type { Collection, CollectionGroup } from '../store/collection.ts';
import type { DocumentStore } from '../store/document-store.ts';
import { walkDocuments } from '../store/walk-documents.ts';

/** The documents of a query, with its execution statistics. */
export interface QueryResult {
  readonly documents: readonly StoredDocument[];
  /** Documents skipped by the offset. */
  readonly skipped: number;
  /** Documents read, matching or not; for a nearest-neighbor search, the compared vectors. */
  readonly scanned: number;
}

/** Scopes up to this size are scanned and sorted, which is cheaper than maintaining an index. */
const SCAN_LIMIT = 128;

/**
 * Runs `query` on the current state, or at `readTime`, which must not be before the store's oldest
 * read time. The caller has authorized the query and taken its locks. The result is complete: later
 * commits do not affect it.
 */
export function executeQuery(store: DocumentStore, query: Query, readTime?: Micros): QueryResult {
  const run = new QueryExecution(store, query, readTime);
  if (query.findNearest) return { ...run.nearest(query.findNearest), skipped: 0 };
  return run.page();
}

/**
 * All matches in order, ignoring offset and limit, evaluated lazily; for a nearest-neighbor search,
 * its results. Consume it before the next commit.
 */
export function* matchingDocuments(
  store: DocumentStore,
  query: Query,
  readTime?: Micros,
): Generator<StoredDocument> {
  const run = new QueryExecution(store, query, readTime);
  yield* query.findNearest ? run.nearest(query.findNearest).documents : run.matches();
}

/**
 * The number of current matches, ignoring offset and limit, if it equals a collection's size;
 * otherwise undefined.
 */
export function countWithoutScan(store: DocumentStore, query: Query): number | undefined {
  const { collectionId, parent, allDescendants } = query;
  const isSelective =
    query.filter || query.startAt || query.endAt || query.findNearest || query.orderBy.length > 1;
  if (isSelective || collectionId === undefined || (allDescendants && parent !== '')) return undefined;
  if (allDescendants) return store.group(collectionId)?.size ?? 0;
  return store.collection(parent === '' ? collectionId : `${parent}/${collectionId}`)?.size ?? 0;
}

class QueryExecution {
  readonly #store: DocumentStore;
  readonly #query: Query;
  /** The versions at the read time of all documents that changed since then. */
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

  nearest(search: NonNullable<Query['findNearest']>) {
    let scanned = 0;
    const documents = findNearest(search, this.matches(), () => {
      scanned++;
    });
    return { documents, scanned };
  }

  /** Matching documents in the query's order. */
  *matches(): Generator<StoredDocument> {
    const current = this.#currentMatches();
    if (!this.#oldVersions) {
      yield* current;
      return;
    }
    const compare = compareByQuery(this.#query);
    const old: StoredDocument[] = [];
    for (const document of this.#oldVersions.values()) {
      if (document && matchesQuery(this.#query, document)) old.push(document);
    }
    old.sort(compare);
    yield* mergeOrdered([current, old.values()], compare);
  }

  /** Matches in the current state, without documents that changed since the read time. */
  #currentMatches(): Generator<StoredDocument> {
    const scope = this.#scope();
    if (scope === undefined) return this.#walk();
    if (scope === null) return this.#scan([]);
    if (scope.size <= SCAN_LIMIT) return this.#scan(scope.documents());
    const reads = planQuery(this.#query);
    const streams = reads.map((read) => this.#read(scope, read));
    return streams.length === 1 && streams[0]
      ? streams[0]
      : mergeOrdered(streams, compareByQuery(this.#query));
  }

  /**
   * The collection or group to read; null if it is empty, undefined for a query over collections
   * with any id.
   */
  #scope(): Collection | CollectionGroup | null | undefined {
    const { collectionId, parent, allDescendants } = this.#query;
    if (collectionId === undefined) return undefined;
    if (allDescendants) return this.#store.group(collectionId) ?? null;
    return this.#store.collection(parent === '' ? collectionId : `${parent}/${collectionId}`) ?? null;
  }

  /**
   * Collections with any id: walked in name order if that is the query's order, otherwise scanned
   * and sorted.
   */
  #walk(): Generator<StoredDocument> {
    const [read, ...others] = planQuery(this.#query);
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

  *#read(scope: Collection | CollectionGroup, read: PlannedRead): Generator<StoredDocument> {
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

/** Merges ordered streams into one, without duplicates. */
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
