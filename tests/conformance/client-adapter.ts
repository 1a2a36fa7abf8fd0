// The interface to a client library that takes part in the conformance tests, independent of any
// library. All arguments and results are plain JSON, so that the library may run in another process
// or in a browser.

/** A field value: JSON, with `{ $type: … }` for the types that JSON lacks. */
export type NeutralValue =
  | null
  | boolean
  | number
  | string
  | readonly NeutralValue[]
  | { readonly [name: string]: NeutralValue };
/** The fields of a document. */
export type NeutralFields = { readonly [name: string]: NeutralValue };

/** Values that JSON lacks. */
export const minusZero: NeutralValue = { $number: '-0' };
export const notANumber: NeutralValue = { $number: 'NaN' };
export const infinity: NeutralValue = { $number: 'Infinity' };
export const time = (seconds: number, nanos = 0): NeutralValue => ({ $time: [seconds, nanos] });
export const bytes = (base64: string): NeutralValue => ({ $bytes: base64 });
export const point = (latitude: number, longitude: number): NeutralValue => ({
  $point: [latitude, longitude],
});
export const reference = (path: string): NeutralValue => ({ $reference: path });
export const vector = (...values: number[]): NeutralValue => ({ $vector: values });
/** A server timestamp; only in writes, like the transforms below. */
export const serverTime: NeutralValue = { $transform: 'serverTime' };
export const removeField: NeutralValue = { $transform: 'remove' };
export const increment = (by: number): NeutralValue => ({ $transform: 'increment', by });
export const union = (...values: NeutralValue[]): NeutralValue => ({ $transform: 'union', values });
export const without = (...values: NeutralValue[]): NeutralValue => ({ $transform: 'without', values });

/** The operators of field filters. */
export type Operator =
  | '=='
  | '!='
  | '<'
  | '<='
  | '>'
  | '>='
  | 'in'
  | 'not-in'
  | 'array-contains'
  | 'array-contains-any';

/** A field filter, or a composite filter. */
export type NeutralFilter =
  | { readonly field: string; readonly op: Operator; readonly value: NeutralValue }
  | { readonly and: readonly NeutralFilter[] }
  | { readonly or: readonly NeutralFilter[] };

/** A query over a collection or a collection group. */
export interface NeutralQuery {
  /** Path of a collection, or the id of a group. */
  readonly collection: string;
  readonly isGroup?: boolean;
  readonly where?: readonly NeutralFilter[];
  readonly orderBy?: readonly (readonly [field: string, direction: 'asc' | 'desc'])[];
  readonly startAt?: readonly NeutralValue[];
  readonly startAfter?: readonly NeutralValue[];
  readonly endAt?: readonly NeutralValue[];
  readonly endBefore?: readonly NeutralValue[];
  readonly limit?: number;
  readonly limitToLast?: number;
}

/** A document of a query result. */
export interface FoundDocument {
  readonly path: string;
  readonly fields: NeutralFields;
}

/** One write of a batch. */
export type NeutralWrite =
  | { readonly set: string; readonly fields: NeutralFields; readonly merge?: boolean }
  | { readonly update: string; readonly fields: NeutralFields }
  | { readonly delete: string };

/** Aggregations by alias: 'count', or an operation and a field. */
export type NeutralAggregates = { readonly [alias: string]: 'count' | readonly ['sum' | 'average', string] };

/** The operations of a client library. */
export interface Operations {
  /** The fields of a document, or null when it does not exist. */
  get(path: string): Promise<NeutralFields | null>;
  /** Commits all writes or none. */
  write(writes: readonly NeutralWrite[]): Promise<void>;
  query(query: NeutralQuery): Promise<readonly FoundDocument[]>;
  aggregate(query: NeutralQuery, aggregates: NeutralAggregates): Promise<NeutralFields>;
  /** Adds `by` to the field `n` of `path` in a read-write transaction. Returns the new value. */
  addInTransaction(path: string, by: number): Promise<number>;
  /** Starts a listener called `name`; its snapshots are queued. */
  listen(name: string, query: NeutralQuery): Promise<void>;
  /** The next server-confirmed snapshot with `count` documents. */
  awaitSnapshot(name: string, count: number): Promise<readonly FoundDocument[]>;
  unlisten(name: string): Promise<void>;
}

/** A client library connected to the emulator. Operations reject with an AdapterError. */
export interface ClientAdapter extends Operations {
  readonly name: string;
  readonly canListen: boolean;
  /** True for the owner, who bypasses security rules; false for a client that is signed out. */
  readonly isOwner: boolean;
  close(): Promise<void>;
}

/** An error of any library; `code` is the Firestore error code, e.g. 'permission-denied'. */
export class AdapterError extends Error {
  override readonly name = 'AdapterError';
  readonly code: string;

  constructor(code: string, message: string) {
    super(`${code}: ${message}`);
    this.code = code;
  }
}
