// The repository interface of the order and review use cases: documents as plain objects with
// Dates, addressed by path. Firestore is one implementation; tests have one in memory that crashes
// and contends on purpose.

/** Within a transaction all reads come before the first write, as Firestore requires. */
export interface DocumentTransaction {
  /** The document at `path`, or null. */
  get<T>(path: string): Promise<T | null>;
  /** The documents at `paths`, in order, null where there is none. One round trip. */
  getAll<T>(paths: readonly string[]): Promise<(T | null)[]>;
  /** Writes a document, replacing the one that is there. */
  set(path: string, fields: object): void;
  /** Writes a document. The commit rejects with an `isExisting` error when there is one. */
  create(path: string, fields: object): void;
  /** Writes some fields of a document. The commit rejects when it does not exist. */
  update(path: string, fields: object): void;
  /**
   * Adds a value to an array unless the array contains it. Creates the document and the array when
   * missing.
   */
  arrayUnion(path: string, field: string, value: string): void;
  delete(path: string): void;
  /** An id that no document has; those of one second are spread over all ids. */
  newId(): string;
}

const ALREADY_EXISTS = 6;

/** Whether a commit was rejected because a document that it creates exists. */
export const isExisting = (error: unknown) =>
  (error as { readonly code?: unknown } | null)?.code === ALREADY_EXISTS;

export interface DocumentStore {
  /**
   * Runs `work` atomically. It is run again on contention, so it must have no side effects of its
   * own.
   */
  runTransaction<T>(work: (transaction: DocumentTransaction) => Promise<T>): Promise<T>;
  /** The document at `path`, or null. */
  get<T>(path: string): Promise<T | null>;
  /** The documents at `paths`, in order, as they were at one time; null where there is none. */
  getAll<T>(paths: readonly string[]): Promise<{ readonly documents: (T | null)[]; readonly readAt: Date }>;
  /** Writes a document unless it exists. Returns whether it was written. */
  create(path: string, fields: object): Promise<boolean>;
  /** One page of the documents that are due, those that have been due the longest first. */
  findDue(query: DueQuery): Promise<DueDocument[]>;
  /**
   * One page of the ids of the documents that have this `state`, in their order, and which of them
   * `findDue` can find.
   */
  findInState(query: StateQuery): Promise<StatefulDocument[]>;
  /** One page of the documents whose fields have these values, as they are now. */
  find<T>(query: FindQuery): Promise<FoundDocument<T>[]>;
}

/** Documents of a collection by the values of some of their fields. */
export interface FindQuery {
  readonly collection: string;
  readonly where: Readonly<Record<string, string | number | boolean>>;
  /** A field with a time: the documents that have it, the earliest first; without it, by id. */
  readonly orderBy?: string;
  /** The latest time of `orderBy`. */
  readonly until?: Date;
  readonly limit: number;
  /** The last id of the page before; only without `orderBy`. */
  readonly after?: string | undefined;
}

export interface FoundDocument<T> {
  readonly id: string;
  readonly fields: T;
}

/** Documents of a collection that have this `state`. */
export interface StateQuery {
  readonly collection: string;
  readonly state: string;
  readonly limit: number;
  /** The last id of the page before. */
  readonly after?: string | undefined;
}

export interface StatefulDocument {
  readonly id: string;
  /** Whether it has a `nextAttemptAt`. */
  readonly isScheduled: boolean;
}

/**
 * Documents of a collection that have this `state` and whose `nextAttemptAt` is not later than
 * `dueBy`.
 */
export interface DueQuery {
  readonly collection: string;
  readonly state: string;
  readonly dueBy: Date;
  readonly limit: number;
  /** The last document of the page before. */
  readonly after?: DueDocument | undefined;
}

export interface DueDocument {
  readonly id: string;
  readonly nextAttemptAt: Date;
}
