// Owns the words in which the shop asks its backend for something: plain data, no SDK objects.

/** Written in place of a value; the backend fills in its own time. */
export const SERVER_TIME = { $serverTime: true } as const;

export type Operator = '==' | '!=' | '<' | '<=' | '>' | '>=' | 'in' | 'array-contains' | 'array-contains-any';
export type Filter = readonly [field: string, operator: Operator, value: unknown];
export type Ordering = readonly [field: string, direction: 'asc' | 'desc'];

export interface GetRequest {
  readonly op: 'get';
  /** e.g. 'products/pixel-heart-tee'. */
  readonly path: string;
  /** Read as whoever is signed in; without it the public collections are read as nobody, by REST. */
  readonly identified?: boolean;
}

export interface QueryRequest {
  readonly op: 'query';
  /** A collection, e.g. 'products'. */
  readonly path: string;
  readonly where?: readonly Filter[];
  readonly orderBy?: readonly Ordering[];
  readonly limit?: number;
  /** Only these fields, to keep answers small; REST reads only. */
  readonly select?: readonly string[];
  readonly identified?: boolean;
}

/** A JSON file of the shop's own origin. */
export interface FileRequest {
  readonly op: 'file';
  readonly path: `/${string}`;
}

/** Everything firestoreBaseQuery understands. `add` answers the new id; other writes answer null. */
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

/** A document as the shop sees it: its id and its fields, times as ISO strings. */
export type PlainDocument = { readonly id: string } & Readonly<Record<string, unknown>>;
