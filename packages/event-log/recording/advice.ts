/** Something to improve, with its place and what to do. */
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
  /** The place in the project's files; null where none is known. */
  readonly source: SourceLine | null;
  readonly fix: string;
  /** A trace that shows it. */
  readonly traceId?: string;
}

export interface SourceLine {
  /** Relative to the project. */
  readonly file: string;
  /** 1-based. */
  readonly line: number;
}

/**
 * What an operation of the app, such as opening a page or calling a function, costs in Firestore
 * and the Realtime Database on average.
 */
export interface OperationCost {
  readonly service: string;
  readonly name: string;
  /** Of a request that no page or function sent: its query, without values. */
  readonly query: string | null;
  /** The number of its recordings. */
  readonly count: number;
  /** Averages of one operation; of `reads`, `dependentReads` are those of rules. */
  readonly reads: number;
  readonly dependentReads: number;
  readonly writes: number;
  readonly deletes: number;
  /** Bytes that were sent: those of documents, and all of the Realtime Database. */
  readonly bytes: number;
  /**
   * Bytes by which the stored documents, without their index entries, and the Realtime Database
   * have grown; negative when they have shrunk.
   */
  readonly storedBytes: number;
  /** To the Realtime Database. */
  readonly connections: number;
  /** US dollars per million operations, without storage. */
  readonly dollarsPerMillion: number;
  /** US dollars a month for what a million operations store. */
  readonly storageDollarsPerMillion: number;
}

/** Reads that a `get()`, `exists()` or `getAfter()` of the rules caused. */
export interface RuleCost {
  readonly source: SourceLine;
  /** Decisions for which it read. */
  readonly decisions: number;
  readonly lookups: number;
  /** US dollars per million such decisions. */
  readonly dollarsPerMillion: number;
}

export interface Advice {
  readonly lints: readonly Lint[];
  /** The most expensive first. */
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

/** The price of operations and of sent bytes in US dollars. */
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

/** The price of stored bytes in US dollars a month. */
export function storagePrice(bytes: number): number {
  return (bytes / GIB) * PRICES.storage;
}

/** The price of bytes that the Realtime Database sends, in US dollars. */
export function sentByDatabasePrice(bytes: number): number {
  return (bytes / GIB) * PRICES.database.egress;
}

/** The price of bytes that the Realtime Database stores, in US dollars a month. */
export function storedInDatabasePrice(bytes: number): number {
  return (bytes / GIB) * PRICES.database.storage;
}
