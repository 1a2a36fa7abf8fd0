// Requests to the backend as plain data, without SDK objects.
import type { ReadRequest } from '@savepoint/model/read-request';

export type {
  Filter,
  GetRequest,
  PlainDocument,
  QueryRequest,
  ReadRequest,
} from '@savepoint/model/read-request';

/** A placeholder in written data, replaced by the server's time (serverTimestamp() of the SDK). */
export const SERVER_TIME = { $serverTime: true } as const;

/** Reads a JSON file of the shop's own origin. */
export interface FileRequest {
  readonly op: 'file';
  readonly path: `/${string}`;
}

/** A request to firestoreBaseQuery. `add` returns the new document's id, other writes null. */
export type BackendRequest =
  | ReadRequest
  | FileRequest
  | { readonly op: 'add'; readonly path: string; readonly data: Record<string, unknown> }
  | {
      readonly op: 'set';
      readonly path: string;
      readonly data: Record<string, unknown>;
      readonly merge?: boolean;
    }
  | { readonly op: 'update'; readonly path: string; readonly data: Record<string, unknown> }
  | { readonly op: 'delete'; readonly path: string }
  /** Calls a callable function by name. */
  | { readonly op: 'call'; readonly name: string; readonly data: unknown };
