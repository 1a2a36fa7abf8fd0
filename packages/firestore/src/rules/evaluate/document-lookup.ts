/**
 * The document access calls `get`, `exists`, `getAfter` and `existsAfter`, with their limits:
 * https://firebase.google.com/docs/firestore/security/rules-conditions#access_call_limits
 */

import type { SourceRange } from '@savepoint/server/rules/source-text';
import { ResourceMap, type RulesDocument } from '../runtime/document-value.ts';
import type { DocumentLookups, LookupFunction } from '../runtime/evaluation.ts';
import { serviceCallError } from '../runtime/evaluation-error.ts';
import type { RulesPath, RulesResult } from '../runtime/value.ts';

/**
 * Document reads for rules. While a decision is in use, both methods must read from one snapshot.
 * Null is a nonexistent document; undefined is one that cannot be read, which is an evaluation
 * error.
 */
export interface DocumentAccess {
  /** The document before the request's writes. `at` is the call in the source that needs it. */
  get(path: readonly string[], databaseId: string, at: SourceRange): RulesDocument | null | undefined;
  /** The document after all of the request's writes. */
  getAfter(path: readonly string[], databaseId: string, at: SourceRange): RulesDocument | null | undefined;
}

/** The maximum number of distinct documents looked up per operation. */
const LOOKUPS_PER_OPERATION = 10;
/**
 * The maximum number of distinct documents looked up by all operations of a batch or a
 * multi-document read.
 */
const LOOKUPS_PER_REQUEST = 20;

/**
 * The lookup budget of a request with several operations. Pass the same one to every `authorize` of
 * the request.
 */
export class AccessBudget {
  readonly #seen = new Set<string>();

  /**
   * Counts a lookup. Returns false if it exceeds the limit. Repeated lookups of a document are
   * free.
   */
  consume(key: string): boolean {
    this.#seen.add(key);
    return this.#seen.size <= LOOKUPS_PER_REQUEST;
  }
}

/**
 * The lookups of one decision. Results are cached: repeated lookups return the same document and
 * are counted once.
 */
export class CachedDocumentLookups implements DocumentLookups {
  readonly #access: DocumentAccess;
  readonly #budget: AccessBudget | undefined;
  readonly #maximum: number;
  readonly #documents = new Map<string, RulesDocument | null | undefined>();

  /** `maximum` is the number of distinct documents that the operation may look up. */
  constructor(
    access: DocumentAccess,
    budget: AccessBudget | undefined,
    maximum: number = LOOKUPS_PER_OPERATION,
  ) {
    this.#access = access;
    this.#budget = budget;
    this.#maximum = maximum;
  }

  /**
   * Evaluates an access call. A lookup beyond the limits is an ordinary error, which `||` absorbs.
   */
  call(name: LookupFunction, path: RulesPath, at: SourceRange): RulesResult {
    const [root, databaseId, middle] = path.segments;
    const segments = path.segments.slice(3);
    const isDocument =
      root === 'databases' && middle === 'documents' && segments.length >= 2 && segments.length % 2 === 0;
    if (!isDocument || path.isPartial || typeof databaseId !== 'string' || !segments.every(isSegment)) {
      return serviceCallError(name, path);
    }
    const document = this.#read(name, segments, databaseId, at);
    if (document === undefined) return serviceCallError(name, path);
    if (name === 'exists' || name === 'existsAfter') return document !== null;
    return document === null ? null : new ResourceMap(document, databaseId);
  }

  /** The document; null if it does not exist, undefined if it cannot be read or exceeds a limit. */
  #read(
    name: LookupFunction,
    segments: readonly string[],
    databaseId: string,
    at: SourceRange,
  ): RulesDocument | null | undefined {
    const isAfter = name === 'getAfter' || name === 'existsAfter';
    const key = `${isAfter ? 'after' : 'before'} ${databaseId} ${segments.join('/')}`;
    if (this.#documents.has(key)) return this.#documents.get(key);
    if (this.#documents.size >= this.#maximum || this.#budget?.consume(key) === false) return undefined;
    const document = isAfter
      ? this.#access.getAfter(segments, databaseId, at)
      : this.#access.get(segments, databaseId, at);
    this.#documents.set(key, document);
    return document;
  }
}

function isSegment(segment: unknown): segment is string {
  return typeof segment === 'string' && segment !== '' && !segment.includes('/');
}
