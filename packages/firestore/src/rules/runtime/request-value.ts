/** The global variable `request`. */
import {
  StructuredQuery_Direction as Direction,
  type StructuredQuery,
} from '../../gen/google/firestore/v1/query_pb.js';
import { documentPath, fromTimestamp, JsonMap, ResourceMap, type RulesDocument } from './document-value.ts';
import { LiteralMap, RulesMap, type RulesValue } from './value.ts';

/** The methods of requests. `read` and `write` in allow statements are groups of them. */
export type RulesMethod = 'get' | 'list' | 'create' | 'update' | 'delete';

/** One operation that rules allow or deny. */
export interface RulesRequest {
  readonly method: RulesMethod;
  readonly projectId: string;
  /** `(default)` for the default database. */
  readonly databaseId: string;
  /** Segments after `/documents` of the document or, for a list, of the collection. */
  readonly path: readonly string[];
  /**
   * List only: the query covers collections of this name at any depth below their parent document.
   */
  readonly collectionGroup?: boolean;
  readonly auth: { readonly uid: string; readonly token: Readonly<Record<string, unknown>> } | null;
  /** For a commit, the value of its server timestamps. */
  readonly time: { readonly seconds: bigint; readonly nanos: number };
  /** The document before the operation; ignored for a list. */
  readonly resource: RulesDocument | null;
  /**
   * The document after the write, merged and with transforms applied; null for reads and deletes.
   */
  readonly newResource: RulesDocument | null;
  /**
   * True for a write without a precondition: it creates or updates, so denial messages list both
   * methods.
   */
  readonly isUpsert?: boolean;
  /** List only. Undefined to list all documents of the collection. */
  readonly query?: StructuredQuery;
}

/** The value of `request`. Each key is converted when it is first read. */
export class RequestMap extends RulesMap {
  readonly #request: RulesRequest;
  readonly #cache = new Map<string, RulesValue | undefined>();

  constructor(request: RulesRequest) {
    super();
    this.#request = request;
  }

  override lookup(key: string): RulesValue | undefined {
    if (this.#cache.has(key)) return this.#cache.get(key);
    const value = this.#convert(key);
    this.#cache.set(key, value);
    return value;
  }

  override keys(): readonly string[] {
    return ['auth', 'method', 'path', 'query', 'resource', 'time'].filter(
      (key) => this.lookup(key) !== undefined,
    );
  }

  #convert(key: string): RulesValue | undefined {
    const request = this.#request;
    switch (key) {
      case 'auth':
        return request.auth === null ? null : authMap(request.auth);
      case 'method':
        return request.method;
      case 'path':
        // The collections of a collection group have no common path.
        return request.collectionGroup === true ? undefined : documentPath(request.databaseId, request.path);
      case 'time':
        return fromTimestamp(request.time);
      case 'resource':
        return this.#newResource();
      case 'query':
        return request.method === 'list' ? queryMap(request.query) : undefined;
      default:
        return undefined;
    }
  }

  /** Absent on reads; null on a delete. */
  #newResource(): RulesValue | undefined {
    const { method, newResource, databaseId } = this.#request;
    if (method === 'get' || method === 'list') return undefined;
    return newResource === null ? null : new ResourceMap(newResource, databaseId);
  }
}

/** The value of `request.auth` for a signed-in user. */
export function authMap(auth: NonNullable<RulesRequest['auth']>): RulesMap {
  return new LiteralMap(
    new Map<string, RulesValue>([
      ['uid', auth.uid],
      ['token', new JsonMap(auth.token)],
    ]),
  );
}

/**
 * The value of `request.query`. Unset properties are null (limit), 0 (offset) and empty (orderBy).
 */
function queryMap(query: StructuredQuery | undefined): RulesMap {
  const orders = (query?.orderBy ?? []).map(({ field, direction }): [string, RulesValue] => [
    field?.fieldPath ?? '',
    direction === Direction.DESCENDING ? 'DESC' : 'ASC',
  ]);
  return new LiteralMap(
    new Map<string, RulesValue>([
      ['limit', query?.limit === undefined ? null : BigInt(query.limit)],
      ['offset', BigInt(query?.offset ?? 0)],
      ['orderBy', new LiteralMap(new Map(orders))],
    ]),
  );
}
