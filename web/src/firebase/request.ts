// Requests to the backend as plain data, without SDK objects.

/** A placeholder in written data, replaced by the server's time. */
export const SERVER_TIME = { $serverTime: true } as const;

export type Operator = '==' | '!=' | '<' | '<=' | '>' | '>=' | 'in' | 'array-contains' | 'array-contains-any';
export type Filter = readonly [field: string, operator: Operator, value: unknown];
export type Ordering = readonly [field: string, direction: 'asc' | 'desc'];

export interface GetRequest {
  readonly op: 'get';
  /** e.g. 'products/pixel-heart-tee'. */
  readonly path: string;
  /** Read as the signed-in user. Without it public collections are read unauthenticated, over REST. */
  readonly identified?: boolean;
}

export interface QueryRequest {
  readonly op: 'query';
  /** A collection, e.g. 'products'. */
  readonly path: string;
  readonly where?: readonly Filter[];
  readonly orderBy?: readonly Ordering[];
  readonly limit?: number;
  /** Reads only these fields, to keep responses small. REST only. */
  readonly select?: readonly string[];
  readonly identified?: boolean;
}

/** A JSON file of the shop's own origin. */
export interface FileRequest {
  readonly op: 'file';
  readonly path: `/${string}`;
}

/** A request to firestoreBaseQuery. `add` results in the new document's id, other writes in null. */
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
  /** A callable function by name. */
  | { readonly op: 'call'; readonly name: string; readonly data: unknown };

/** A document as plain data: its id and its fields, with timestamps as ISO strings. */
export type PlainDocument = { readonly id: string } & Readonly<Record<string, unknown>>;
