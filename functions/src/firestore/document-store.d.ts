/** Within a transaction all reads come before the first write, as Firestore requires. */
export interface DocumentTransaction {
  /** The document at `path`, or null. */
  get<T>(path: string): Promise<T | null>;
  /** The documents at `paths`, in order, null where there is none. One round trip. */
  getAll<T>(paths: readonly string[]): Promise<(T | null)[]>;
  /** Writes a document, replacing the one that is there. */
  set(path: string, fields: object): void;
  /** Writes some fields of a document. The commit rejects when it does not exist. */
  update(path: string, fields: object): void;
  /**
   * Adds a value to an array unless the array contains it. Creates the document and the array when
   * missing.
   */
  arrayUnion(path: string, field: string, value: string): void;
  delete(path: string): void;
}
export interface DocumentStore {
  /**
   * Runs `work` atomically. It is run again on contention, so it must have no side effects of its
   * own.
   */
  runTransaction<T>(work: (transaction: DocumentTransaction) => Promise<T>): Promise<T>;
  /** The document at `path`, or null. */
  get<T>(path: string): Promise<T | null>;
  /** One page of the documents that are due, those that have been due the longest first. */
  findDue(query: DueQuery): Promise<DueDocument[]>;
  /**
   * One page of the ids of the documents that have this `state`, in their order, and which of them
   * `findDue` can find.
   */
  findInState(query: StateQuery): Promise<StatefulDocument[]>;
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
