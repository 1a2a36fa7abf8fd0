// Reads of Firestore as plain data, without SDK objects. The browser executes them over the SDK or
// REST, renderPage with the Admin SDK.

export type Operator = '==' | '!=' | '<' | '<=' | '>' | '>=' | 'in' | 'array-contains' | 'array-contains-any';
export type Filter = readonly [field: string, operator: Operator, value: unknown];
export type Ordering = readonly [field: string, direction: 'asc' | 'desc'];

/** Reads one document; null when it does not exist. */
export interface GetRequest {
  readonly op: 'get';
  /** Collection and document id, such as 'products/save-point-tee'; each segment is URI-encoded. */
  readonly path: string;
  /** Reads as the signed-in user. By default, public collections are read anonymously. */
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
  /** Id of the last document of the previous page. Client SDK only. */
  readonly after?: string;
  /** Reads only these fields. The client SDK has no projections and reads whole documents. */
  readonly select?: readonly string[];
  /** Reads as the signed-in user. By default, public collections are read anonymously. */
  readonly identified?: boolean;
}

export type ReadRequest = GetRequest | QueryRequest;

/** A document as every reader returns it: id and fields, with timestamps as ISO strings. */
export type PlainDocument = { readonly id: string } & Readonly<Record<string, unknown>>;
