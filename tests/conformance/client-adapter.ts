// Owns what a client library must be able to do to take part in the contract, in words that no library owns. Everything
// that passes a door is plain JSON, so that a door may stand in another process or in a browser.

/** A field's value: JSON, and `{ $type: … }` for what JSON has no word for. */
export type NeutralValue =
  | null
  | boolean
  | number
  | string
  | readonly NeutralValue[]
  | { readonly [name: string]: NeutralValue };
export type NeutralFields = { readonly [name: string]: NeutralValue };

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
/** Only in writes. */
export const serverTime: NeutralValue = { $transform: 'serverTime' };
export const removeField: NeutralValue = { $transform: 'remove' };
export const increment = (by: number): NeutralValue => ({ $transform: 'increment', by });
export const union = (...values: NeutralValue[]): NeutralValue => ({ $transform: 'union', values });
export const without = (...values: NeutralValue[]): NeutralValue => ({ $transform: 'without', values });

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

export type NeutralFilter =
  | { readonly field: string; readonly op: Operator; readonly value: NeutralValue }
  | { readonly and: readonly NeutralFilter[] }
  | { readonly or: readonly NeutralFilter[] };

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

export interface FoundDocument {
  readonly path: string;
  readonly fields: NeutralFields;
}

export type NeutralWrite =
  | { readonly set: string; readonly fields: NeutralFields; readonly merge?: boolean }
  | { readonly update: string; readonly fields: NeutralFields }
  | { readonly delete: string };

/** Aggregations by alias: 'count', or an operation and a field. */
export type NeutralAggregates = { readonly [alias: string]: 'count' | readonly ['sum' | 'average', string] };

export interface Operations {
  get(path: string): Promise<NeutralFields | null>;
  /** All or none. */
  write(writes: readonly NeutralWrite[]): Promise<void>;
  query(query: NeutralQuery): Promise<readonly FoundDocument[]>;
  aggregate(query: NeutralQuery, aggregates: NeutralAggregates): Promise<NeutralFields>;
  /** In a transaction: reads `path`, adds `by` to its field `n`, writes it. Returns the new value. */
  addInTransaction(path: string, by: number): Promise<number>;
  /** Starts to listen under a name; snapshots pile up until they are taken. */
  listen(name: string, query: NeutralQuery): Promise<void>;
  /** The next snapshot that the server has confirmed and that has this many documents. */
  awaitSnapshot(name: string, count: number): Promise<readonly FoundDocument[]>;
  unlisten(name: string): Promise<void>;
}

/** A client library on its way to the emulator. Failures reject with `{ code }`, e.g. 'permission-denied'. */
export interface ClientAdapter extends Operations {
  readonly name: string;
  readonly canListen: boolean;
  /** What the caller is to the rules: nobody, or the owner whom no rule binds. */
  readonly isOwner: boolean;
  close(): Promise<void>;
}

/** A refusal in words that no library owns. */
export class AdapterError extends Error {
  override readonly name = 'DoorError';
  readonly code: string;

  constructor(code: string, message: string) {
    super(`${code}: ${message}`);
    this.code = code;
  }
}
