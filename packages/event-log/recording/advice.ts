/** A suggested improvement with its position. */
export interface Lint {
  readonly name:
    | 'missing-index'
    | 'unused-index'
    | 'unreached-rule'
    | 'document-writes'
    | 'listened-document'
    | 'key-range'
    | 'sequential-field'
    | 'unlimited-listener'
    | 'expensive-operation';
  readonly level: 'error' | 'warning' | 'info';
  /** One line. */
  readonly title: string;
  readonly detail: string;
  /** The position in the project's files; null if unknown. */
  readonly source: SourceLine | null;
  readonly fix: string;
  /** A trace that shows the problem. */
  readonly traceId?: string;
}

export interface SourceLine {
  /** Relative to the project. */
  readonly file: string;
  /** 1-based. */
  readonly line: number;
}

/**
 * The average cost in Firestore and the Realtime Database of an operation in the app, such as
 * opening a page or calling a function.
 */
export interface OperationCost {
  readonly service: string;
  readonly name: string;
  /** For requests that no page or function sent: the query, without values. */
  readonly query: string | null;
  /** The number of recorded operations. */
  readonly count: number;
  /** Averages per operation. `dependentReads` is the part of `reads` caused by rules. */
  readonly reads: number;
  readonly dependentReads: number;
  readonly writes: number;
  readonly deletes: number;
  /** Bytes sent: documents from Firestore, and all data from the Realtime Database. */
  readonly bytes: number;
  /**
   * Growth in bytes of the stored documents, without their index entries, and of the Realtime
   * Database; negative if they have shrunk.
   */
  readonly storedBytes: number;
  /** Connections to the Realtime Database. */
  readonly connections: number;
  /** US dollars per million operations, without storage. */
  readonly dollarsPerMillion: number;
  /** US dollars per month for the data stored by a million operations. */
  readonly storageDollarsPerMillion: number;
}

/** Reads caused by a `get()`, `exists()` or `getAfter()` in the rules. */
export interface RuleCost {
  readonly source: SourceLine;
  /** The number of decisions that read. */
  readonly decisions: number;
  readonly lookups: number;
  /** US dollars per million such decisions. */
  readonly dollarsPerMillion: number;
}

export interface Advice {
  readonly lints: readonly Lint[];
  /** Most expensive first. */
  readonly operations: readonly OperationCost[];
  /** Most reads first. */
  readonly rules: readonly RuleCost[];
  readonly pricedFor: string;
}

/**
 * List prices in US dollars beyond the free quota (https://cloud.google.com/firestore/pricing).
 * Other locations cost more.
 */
export const PRICES = {
  location: 'us-central1',
  read: 0.03 / 100_000,
  write: 0.09 / 100_000,
  delete: 0.01 / 100_000,
  /** Per GiB to the internet. */
  egress: 0.12,
  /** Per GiB and month. */
  storage: 0.15,
  /** https://firebase.google.com/pricing */
  database: { egress: 1, storage: 5 },
} as const;

const GIB = 2 ** 30;

/** The price of operations and sent bytes in US dollars. */
export function price(billed: {
  readonly reads: number;
  readonly writes: number;
  readonly deletes: number;
  readonly bytes: number;
}): number {
  return (
    billed.reads * PRICES.read +
    billed.writes * PRICES.write +
    billed.deletes * PRICES.delete +
    (billed.bytes / GIB) * PRICES.egress
  );
}

/** The price of stored bytes in US dollars per month. */
export function storagePrice(bytes: number): number {
  return (bytes / GIB) * PRICES.storage;
}

/** The price of bytes that the Realtime Database sends, in US dollars. */
export function sentByDatabasePrice(bytes: number): number {
  return (bytes / GIB) * PRICES.database.egress;
}

/** The price of bytes stored by the Realtime Database, in US dollars per month. */
export function storedInDatabasePrice(bytes: number): number {
  return (bytes / GIB) * PRICES.database.storage;
}
