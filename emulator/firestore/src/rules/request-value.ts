/** A request as rules see it: the globals `request` and `resource`. */
import {
  StructuredQuery_Direction as Direction,
  type StructuredQuery,
} from '../gen/google/firestore/v1/query_pb.js';
import { documentPath, fromTimestamp, JsonMap, ResourceMap, type RulesDocument } from './document-value.ts';
import { LiteralMap, RulesMap, type RulesValue } from './value.ts';

export type RulesMethod = 'get' | 'list' | 'create' | 'update' | 'delete';

/** One operation to be judged. */
export interface RulesRequest {
  readonly method: RulesMethod;
  readonly projectId: string;
  /** `(default)` for the default database. */
  readonly databaseId: string;
  /** Segments after `/documents`: of the document, or for a list of the collection. */
  readonly path: readonly string[];
  /** List only: the query covers collections of this name at any depth below their parent document. */
  readonly collectionGroup?: boolean;
  readonly auth: { readonly uid: string; readonly token: Readonly<Record<string, unknown>> } | null;
  /** For a commit, the instant its server timestamps get. */
  readonly time: { readonly seconds: bigint; readonly nanos: number };
  /** The document before the operation; ignored for a list. */
  readonly resource: RulesDocument | null;
  /** The document after the write, merged and with transforms applied; null for reads and deletes. */
  readonly newResource: RulesDocument | null;
  /** The write has no precondition: it would create the document or update it, and denials name both methods. */
  readonly isUpsert?: boolean;
  /** List only. Without one the list is of the whole collection. */
  readonly query?: StructuredQuery;
}

/** `request`, converted key by key as rules read it. */
export class RequestMap extends RulesMap {
  readonly #request: RulesRequest;
  readonly #known = new Map<string, RulesValue | undefined>();

  constructor(request: RulesRequest) {
    super();
    this.#request = request;
  }

  override lookup(key: string): RulesValue | undefined {
    if (this.#known.has(key)) return this.#known.get(key);
    const value = this.#convert(key);
    this.#known.set(key, value);
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
        // The collections of a group have no path in common.
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

function authMap(auth: NonNullable<RulesRequest['auth']>): RulesMap {
  return new LiteralMap(
    new Map<string, RulesValue>([
      ['uid', auth.uid],
      ['token', new JsonMap(auth.token)],
    ]),
  );
}

/** `request.query`: what the query does not set is null, zero and empty. */
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
