// Owns the narrow door through which use cases read and change documents: plain objects with Dates, addressed by path, in
// transactions. Firestore is one implementation; tests have another that crashes on purpose. It knows no document.

export type Fields = Record<string, unknown>;

/** Inside a transaction all reads come before the first write, as Firestore demands. */
export interface DocumentTransaction {
  /** The document at `path`, or null. Timestamps are Dates. */
  get<T>(path: string): Promise<T | null>;
  getAll<T>(paths: readonly string[]): Promise<(T | null)[]>;
  /** Writes a whole document, replacing what was there. */
  set(path: string, fields: object): void;
  /** Writes some fields; the document must exist. */
  update(path: string, fields: object): void;
  /** Adds a value to a list unless it is in it; makes the document and the list when missing. */
  arrayUnion(path: string, field: string, value: string): void;
  delete(path: string): void;
}

export interface DocumentStore {
  /** Runs `work` atomically, again when others got in between; so `work` must have no effects of its own. */
  runTransaction<T>(work: (transaction: DocumentTransaction) => Promise<T>): Promise<T>;
  get<T>(path: string): Promise<T | null>;
  /** Paths of documents in a collection where `field` equals `value` and `timeField` (if given) is not after `until`. */
  findPaths(query: DocumentQuery): Promise<string[]>;
}

export interface DocumentQuery {
  readonly collection: string;
  readonly field: string;
  readonly value: string;
  readonly notAfter?: { readonly field: string; readonly time: Date };
  readonly limit: number;
}
