// Reads of Firestore as plain data, without SDK objects. The browser carries them out by SDK or
// REST, renderPage by the admin SDK.

export type Operator = '==' | '!=' | '<' | '<=' | '>' | '>=' | 'in' | 'array-contains' | 'array-contains-any';
export type Filter = readonly [field: string, operator: Operator, value: unknown];
export type Ordering = readonly [field: string, direction: 'asc' | 'desc'];

/** Reads one document; null when it does not exist. */
export interface GetRequest {
  readonly op: 'get';
  /** Collection and document id, such as 'products/save-point-tee'; each segment is URI-encoded. */
  readonly path: string;
  /** Read as the signed-in user. Without it public collections are read without identity. */
  readonly identified?: boolean;
}

/** Reads the documents of a collection that match all filters. */
export interface QueryRequest {
  readonly op: 'query';
  /** Path of a collection, such as 'products'. */
  readonly path: string;
  readonly where?: readonly Filter[];
  readonly orderBy?: readonly Ordering[];
  readonly limit?: number;
  /**
   * Id of the last document of the page before: the documents after it are read. The client SDK
   * only.
   */
  readonly after?: string;
  /** Reads only these fields. The client SDK has no projections and reads whole documents. */
  readonly select?: readonly string[];
  /** Read as the signed-in user. Without it public collections are read without identity. */
  readonly identified?: boolean;
}

export type ReadRequest = GetRequest | QueryRequest;

/** A document as every reader returns it: its id and its fields, with timestamps as ISO strings. */
export type PlainDocument = { readonly id: string } & Readonly<Record<string, unknown>>;
