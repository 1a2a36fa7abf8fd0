// The repository interface of the order and review use cases: documents as plain objects with
// Dates, addressed by path. Firestore is one implementation; tests have an in-memory one that
// crashes and contends on purpose.

/** Within a transaction all reads come before the first write, as Firestore requires. */
export interface DocumentTransaction {
  /** The document at `path`, or null. */
  get<T>(path: string): Promise<T | null>;
  /** The documents at `paths`, in order, null for missing ones. One round trip. */
  getAll<T>(paths: readonly string[]): Promise<(T | null)[]>;
  /** Writes a document, replacing an existing one. */
  set(path: string, fields: object): void;
  /** Creates a document. The commit rejects with an `isExisting` error if it exists. */
  create(path: string, fields: object): void;
  /** Writes some fields of a document. The commit rejects if it does not exist. */
  update(path: string, fields: object): void;
  /**
   * Adds a value to an array unless the array contains it. Creates the document and the array when
   * missing.
   */
  arrayUnion(path: string, field: string, value: string): void;
  delete(path: string): void;
  /** A new id; the ids of one second are spread evenly. */
  newId(): string;
}

const ALREADY_EXISTS = 6;

/** True for a commit that was rejected because a document to create exists. */
export const isExisting = (error: unknown) =>
  (error as { readonly code?: unknown } | null)?.code === ALREADY_EXISTS;

export interface DocumentStore {
  /**
   * Runs `work` atomically. It is retried on contention, so it must have no side effects of its
   * own.
   */
  runTransaction<T>(work: (transaction: DocumentTransaction) => Promise<T>): Promise<T>;
  /** The document at `path`, or null. */
  get<T>(path: string): Promise<T | null>;
  /** The documents at `paths`, in order, as of one time; null for missing ones. */
  getAll<T>(paths: readonly string[]): Promise<{ readonly documents: (T | null)[]; readonly readAt: Date }>;
  /** Writes a document unless it exists. Returns whether it was written. */
  create(path: string, fields: object): Promise<boolean>;
  /** One page of due documents, longest overdue first. */
  findDue(query: DueQuery): Promise<DueDocument[]>;
  /**
   * One page of the ids of the documents with this `state`, in their order, and which of them
   * `findDue` can find.
   */
  findInState(query: StateQuery): Promise<StatefulDocument[]>;
  /** One page of the documents whose fields have these values. */
  find<T>(query: FindQuery): Promise<FoundDocument<T>[]>;
}

/** Documents of a collection by the values of some of their fields. */
export interface FindQuery {
  readonly collection: string;
  readonly where: Readonly<Record<string, string | number | boolean>>;
  /** A time field: selects documents that have it, earliest first; without it, sorts by id. */
  readonly orderBy?: string;
  /** The latest time of `orderBy`. */
  readonly until?: Date;
  readonly limit: number;
  /** The last id of the previous page; only without `orderBy`. */
  readonly after?: string | undefined;
}

export interface FoundDocument<T> {
  readonly id: string;
  readonly fields: T;
}

/** Documents of a collection with this `state`. */
export interface StateQuery {
  readonly collection: string;
  readonly state: string;
  readonly limit: number;
  /** The last id of the previous page. */
  readonly after?: string | undefined;
}

export interface StatefulDocument {
  readonly id: string;
  /** True if it has a `nextAttemptAt`. */
  readonly isScheduled: boolean;
}

/** Documents of a collection with this `state` and a `nextAttemptAt` not later than `dueBy`. */
export interface DueQuery {
  readonly collection: string;
  readonly state: string;
  readonly dueBy: Date;
  readonly limit: number;
  /** The last document of the previous page. */
  readonly after?: DueDocument | undefined;
}

export interface DueDocument {
  readonly id: string;
  readonly nextAttemptAt: Date;
}
