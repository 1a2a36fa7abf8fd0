// Owns a store in memory for tests: the rules of Firestore's transactions (reads before writes, all or nothing, run again
// on contention) and, on purpose, their accidents: a commit whose caller dies before it hears of it.
import type {
  DocumentQuery,
  DocumentStore,
  DocumentTransaction,
} from '../../../functions/src/firestore/document-store.ts';

/** The process died right after its commit. */
export class Crash extends Error {
  override readonly name = 'Crash';
}

type Documents = Map<string, Record<string, unknown>>;

export class InMemoryDocumentStore implements DocumentStore {
  documents: Documents = new Map();
  /** Commits until the caller dies after one; undefined for never. */
  crashAfterCommits: number | undefined;
  /** How often the next transactions run once in vain, as if another had come between. */
  contentions = 0;

  async runTransaction<T>(work: (transaction: DocumentTransaction) => Promise<T>): Promise<T> {
    if (this.contentions > 0) {
      this.contentions -= 1;
      await work(this.#open().door);
    }
    const { door, writes } = this.#open();
    const answer = await work(door);
    if (writes.length > 0) {
      const next: Documents = new Map(this.documents);
      for (const write of writes) write(next);
      this.documents = next;
      this.#countCommit();
    }
    return answer;
  }

  async get<T>(path: string): Promise<T | null> {
    return copy(this.documents.get(path)) as T | null;
  }

  async findPaths({ collection, field, value, notAfter, limit }: DocumentQuery): Promise<string[]> {
    return [...this.documents]
      .filter(([path, fields]) => path.startsWith(`${collection}/`) && fields[field] === value)
      .filter(([, fields]) => notAfter === undefined || (fields[notAfter.field] as Date) <= notAfter.time)
      .map(([path]) => path)
      .slice(0, limit);
  }

  #open(): { door: DocumentTransaction; writes: ((documents: Documents) => void)[] } {
    const writes: ((documents: Documents) => void)[] = [];
    const read = async <T>(path: string): Promise<T | null> => {
      if (writes.length > 0) throw new Error(`Read of ${path} after a write: Firestore refuses that.`);
      return copy(this.documents.get(path)) as T | null;
    };
    const door: DocumentTransaction = {
      get: read,
      getAll: (paths) => Promise.all(paths.map((path) => read(path))) as never,
      set: (path, fields) => void writes.push((documents) => documents.set(path, copy(fields) as never)),
      update: (path, fields) =>
        void writes.push((documents) => {
          const old = documents.get(path);
          if (old === undefined) throw new Error(`Update of ${path}, which does not exist.`);
          documents.set(path, { ...old, ...(copy(fields) as object) });
        }),
      arrayUnion: (path, field, value) =>
        void writes.push((documents) => {
          const old = documents.get(path) ?? {};
          const list = (old[field] as string[] | undefined) ?? [];
          documents.set(path, { ...old, [field]: list.includes(value) ? list : [...list, value] });
        }),
      delete: (path) => void writes.push((documents) => documents.delete(path)),
    };
    return { door, writes };
  }

  #countCommit(): void {
    if (this.crashAfterCommits === undefined) return;
    this.crashAfterCommits -= 1;
    if (this.crashAfterCommits > 0) return;
    this.crashAfterCommits = undefined;
    throw new Crash('after commit');
  }
}

function copy(value: unknown): unknown {
  return value === undefined ? null : structuredClone(value);
}
