// Requests to the backend as plain data, without SDK objects.
import type { GetRequest, QueryRequest } from '@savepoint/model/read-request';

export type { Filter, GetRequest, PlainDocument, QueryRequest } from '@savepoint/model/read-request';

/** Stands for a value that the backend fills with its own time (serverTimestamp() of the SDK). */
export const SERVER_TIME = { $serverTime: true } as const;

/** Reads a JSON file of the shop's own origin. */
export interface FileRequest {
  readonly op: 'file';
  readonly path: `/${string}`;
}

/** Every request of firestoreBaseQuery. `add` returns the new id; other writes return null. */
export type BackendRequest =
  | GetRequest
  | QueryRequest
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
