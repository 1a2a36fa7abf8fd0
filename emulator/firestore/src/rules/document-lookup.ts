/**
 * `get`, `exists`, `getAfter` and `existsAfter`: what a rule may look up, how often, and from where. Owns the
 * access limits; the database supplies the documents.
 */
import { ResourceMap, type RulesDocument } from './document-value.ts';
import type { DocumentLookups, LookupFunction } from './evaluation.ts';
import { serviceCallError } from './evaluation-error.ts';
import type { RulesPath, RulesResult } from './value.ts';

/** The database as rules see it. Both reads must answer from one moment for as long as a decision is used. */
export interface DocumentAccess {
  /** The document before the request's writes. */
  get(path: readonly string[], databaseId: string): RulesDocument | null;
  /** The document after all of the request's writes. */
  getAfter(path: readonly string[], databaseId: string): RulesDocument | null;
}

/** Distinct documents one operation may look up. */
const LOOKUPS_PER_OPERATION = 10;
/** Distinct documents all operations of one batch, transaction or multi-document read may look up. */
const LOOKUPS_PER_REQUEST = 20;

/** The lookups of a request with several operations. Pass one to every `authorize` of the request. */
export class AccessBudget {
  readonly #seen = new Set<string>();

  /** Counts a lookup; false when it is one too many. A document looked up before is free. */
  consume(key: string): boolean {
    this.#seen.add(key);
    return this.#seen.size <= LOOKUPS_PER_REQUEST;
  }
}

/** The lookups of one decision, with their answers: asking twice gives the same answer and costs once. */
export class CachedDocumentLookups implements DocumentLookups {
  readonly #access: DocumentAccess;
  readonly #budget: AccessBudget | undefined;
  readonly #documents = new Map<string, RulesDocument | null>();

  constructor(access: DocumentAccess, budget: AccessBudget | undefined) {
    this.#access = access;
    this.#budget = budget;
  }

  /** Answers a lookup; one beyond the access limits is an error like another. */
  call(name: LookupFunction, path: RulesPath): RulesResult {
    const [root, databaseId, middle] = path.segments;
    const segments = path.segments.slice(3);
    const isDocument =
      root === 'databases' && middle === 'documents' && segments.length >= 2 && segments.length % 2 === 0;
    if (!isDocument || path.isPartial || typeof databaseId !== 'string' || !segments.every(isSegment)) {
      return serviceCallError(name, path);
    }
    const document = this.#read(name, segments, databaseId);
    if (document === undefined) return serviceCallError(name, path);
    if (name === 'exists' || name === 'existsAfter') return document !== null;
    return document === null ? null : new ResourceMap(document, databaseId);
  }

  /** The document, null when there is none, undefined when it may not be looked up any more. */
  #read(
    name: LookupFunction,
    segments: readonly string[],
    databaseId: string,
  ): RulesDocument | null | undefined {
    const isAfter = name === 'getAfter' || name === 'existsAfter';
    const key = `${isAfter ? 'after' : 'before'} ${databaseId} ${segments.join('/')}`;
    const known = this.#documents.get(key);
    if (known !== undefined) return known;
    if (this.#documents.size >= LOOKUPS_PER_OPERATION || this.#budget?.consume(key) === false)
      return undefined;
    const document = isAfter
      ? this.#access.getAfter(segments, databaseId)
      : this.#access.get(segments, databaseId);
    this.#documents.set(key, document);
    return document;
  }
}

function isSegment(segment: unknown): segment is string {
  return typeof segment === 'string' && segment !== '' && !segment.includes('/');
}
