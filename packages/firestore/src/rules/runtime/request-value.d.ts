/** The global variable `request`. */
import { type StructuredQuery } from '../../gen/google/firestore/v1/query_pb.js';
import { type RulesDocument } from './document-value.ts';
import { RulesMap, type RulesValue } from './value.ts';
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
    readonly auth: {
        readonly uid: string;
        readonly token: Readonly<Record<string, unknown>>;
    } | null;
    /** For a commit, the value of its server timestamps. */
    readonly time: {
        readonly seconds: bigint;
        readonly nanos: number;
    };
    /** The document before the operation; ignored for a list. */
    readonly resource: RulesDocument | null;
    /**
     * The document after the write, merged and with transforms applied; null for reads and deletes.
     */
    readonly newResource: RulesDocument | null;
    /**
     * True for a write without a precondition: it creates or updates, and denial messages list both
     * methods.
     */
    readonly isUpsert?: boolean;
    /** List only. Undefined to list all documents of the collection. */
    readonly query?: StructuredQuery;
}
/** The value of `request`; each key is converted when it is first read. */
export declare class RequestMap extends RulesMap {
    #private;
    constructor(request: RulesRequest);
    lookup(key: string): RulesValue | undefined;
    keys(): readonly string[];
}
/** The value of `request.auth` for a signed-in user. */
export declare function authMap(auth: NonNullable<RulesRequest['auth']>): RulesMap;
