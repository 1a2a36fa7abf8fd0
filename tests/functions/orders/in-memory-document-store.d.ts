import type {
  DocumentQuery,
  DocumentStore,
  DocumentTransaction,
} from '../../../functions/src/firestore/document-store.ts';
/** Simulates a process that crashed right after its commit. */
export declare class CrashError extends Error {
  readonly name = 'CrashError';
}
type Documents = Map<string, Record<string, unknown>>;
/** A fake document store. */
export declare class InMemoryDocumentStore implements DocumentStore {
  #private;
  documents: Documents;
  /** The caller crashes after this many commits; undefined for never. */
  crashAfterCommits: number | undefined;
  /** How many of the next transactions are run twice, as if the first attempt had met contention. */
  contentions: number;
  runTransaction<T>(work: (transaction: DocumentTransaction) => Promise<T>): Promise<T>;
  get<T>(path: string): Promise<T | null>;
  findPaths({ collection, field, value, notAfter, limit }: DocumentQuery): Promise<string[]>;
}
