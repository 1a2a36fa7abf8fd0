// Follows the rules of Firestore's transactions (reads before writes, all or nothing, run again
// when a document that was read has changed), and injects their failures: contention, and a crash
// of the caller after a commit.
import { randomUUID } from 'node:crypto';
import { findJsonProblem } from '../../../functions/src/callable/find-json-problem.ts';
import type {
  DocumentStore,
  DocumentTransaction,
  DueDocument,
  DueQuery,
  FindQuery,
  FoundDocument,
  StatefulDocument,
  StateQuery,
} from '../../../functions/src/firestore/document-store.ts';

/** Simulates a process that crashed right after its commit. */
export class CrashError extends Error {
  override readonly name = 'CrashError';
}

type Fields = Record<string, unknown>;
type Write = (before: Fields | undefined) => Fields | undefined;

/** More contention than this in a transaction is a bug of the test. */
const ATTEMPTS_MAX = 1_000;

/** A fake document store. */
export class InMemoryDocumentStore implements DocumentStore {
  /** A document is replaced by a write, never changed. */
  readonly documents = new Map<string, Fields>();
  /** The caller crashes after this many commits; undefined for never. */
  crashAfterCommits: number | undefined;
  /**
   * How many of the next transactions are run twice, as if the first attempt had met contention.
   */
  contentions = 0;
  /** The time of a snapshot. */
  now = () => new Date();
  /** Documents that transactions have read. */
  readCount = 0;
  /** Called for every document that a commit wrote, as a trigger is. */
  onWritten: (path: string, before: Fields | undefined, after: Fields | undefined) => void = () => undefined;

  async runTransaction<T>(work: (transaction: DocumentTransaction) => Promise<T>): Promise<T> {
    if (this.contentions > 0) {
      this.contentions -= 1;
      await work(this.#begin().transaction);
    }
    for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
      const { transaction, reads, writes } = this.#begin();
      const result = await work(transaction);
      if ([...reads].some(([path, fields]) => this.documents.get(path) !== fields)) continue;
      if (writes.length > 0) this.#commit(writes);
      return result;
    }
    throw new Error(`A transaction met contention ${ATTEMPTS_MAX} times.`);
  }

  async get<T>(path: string): Promise<T | null> {
    return copy(this.documents.get(path)) as T | null;
  }

  async getAll<T>(paths: readonly string[]): Promise<{ documents: (T | null)[]; readAt: Date }> {
    const documents = paths.map((path) => copy(this.documents.get(path)) as T | null);
    return { documents, readAt: this.now() };
  }

  create(path: string, fields: object): Promise<boolean> {
    return this.runTransaction(async (transaction) => {
      if ((await transaction.get(path)) !== null) return false;
      transaction.set(path, fields);
      return true;
    });
  }

  async findDue({ collection, state, dueBy, limit, after }: DueQuery): Promise<DueDocument[]> {
    const due: DueDocument[] = [];
    for (const [path, fields] of this.documents) {
      const nextAttemptAt = fields.nextAttemptAt as Date | undefined;
      if (!path.startsWith(`${collection}/`) || fields.state !== state || nextAttemptAt === undefined)
        continue;
      if (nextAttemptAt <= dueBy) due.push({ id: path.slice(collection.length + 1), nextAttemptAt });
    }
    return due
      .sort(compareDue)
      .filter((document) => after === undefined || compareDue(document, after) > 0)
      .slice(0, limit);
  }

  async findInState({ collection, state, limit, after = '' }: StateQuery): Promise<StatefulDocument[]> {
    return [...this.documents]
      .filter(([path, fields]) => path.startsWith(`${collection}/`) && fields.state === state)
      .map(([path, fields]) => ({
        id: path.slice(collection.length + 1),
        isScheduled: fields.nextAttemptAt !== undefined,
      }))
      .sort((a, b) => (a.id < b.id ? -1 : 1))
      .filter(({ id }) => id > after)
      .slice(0, limit);
  }

  async find<T>({
    collection,
    where,
    orderBy,
    until,
    limit,
    after = '',
  }: FindQuery): Promise<FoundDocument<T>[]> {
    const timeOf = (fields: Fields) => (orderBy === undefined ? 0 : (fields[orderBy] as Date).getTime());
    return [...this.documents]
      .filter(
        ([path, fields]) =>
          path.startsWith(`${collection}/`) &&
          Object.entries(where).every(([field, value]) => fields[field] === value) &&
          (orderBy === undefined || fields[orderBy] instanceof Date) &&
          (until === undefined || timeOf(fields) <= until.getTime()),
      )
      .map(([path, fields]) => ({ id: path.slice(collection.length + 1), fields }))
      .sort((a, b) => timeOf(a.fields) - timeOf(b.fields) || (a.id < b.id ? -1 : 1))
      .filter(({ id }) => id > after)
      .slice(0, limit)
      .map(({ id, fields }) => ({ id, fields: copy(fields) as T }));
  }

  #begin() {
    const writes: [path: string, write: Write][] = [];
    const reads = new Map<string, Fields | undefined>();
    const read = async <T>(path: string): Promise<T | null> => {
      if (writes.length > 0) throw new Error(`Read of ${path} after a write: Firestore rejects that.`);
      this.readCount += 1;
      const fields = this.documents.get(path);
      reads.set(path, fields);
      return copy(fields) as T | null;
    };
    const transaction: DocumentTransaction = {
      get: read,
      getAll: (paths) => Promise.all(paths.map((path) => read(path))) as never,
      set: (path, fields) => void writes.push([path, () => copy(fields) as Fields]),
      create: (path, fields) =>
        void writes.push([
          path,
          (before) => {
            if (before !== undefined) throw Object.assign(new Error(`${path} exists.`), { code: 6 });
            return copy(fields) as Fields;
          },
        ]),
      update: (path, fields) =>
        void writes.push([
          path,
          (before) => {
            if (before === undefined) throw new Error(`Update of ${path}, which does not exist.`);
            return { ...before, ...(copy(fields) as Fields) };
          },
        ]),
      arrayUnion: (path, field, value) =>
        void writes.push([
          path,
          (before = {}) => {
            const list = (before[field] as string[] | undefined) ?? [];
            return { ...before, [field]: list.includes(value) ? list : [...list, value] };
          },
        ]),
      delete: (path) => void writes.push([path, () => undefined]),
      newId: () => randomUUID(),
    };
    return { transaction, reads, writes };
  }

  #commit(writes: readonly [path: string, write: Write][]): void {
    const written = new Map<string, Fields | undefined>();
    for (const [path, write] of writes)
      written.set(path, write(written.has(path) ? written.get(path) : this.documents.get(path)));
    for (const [path, fields] of written) {
      const before = this.documents.get(path);
      if (fields === undefined) this.documents.delete(path);
      else this.documents.set(path, fields);
      this.onWritten(path, before, fields);
    }
    this.#countCommit();
  }

  #countCommit(): void {
    if (this.crashAfterCommits === undefined) return;
    this.crashAfterCommits -= 1;
    if (this.crashAfterCommits > 0) return;
    this.crashAfterCommits = undefined;
    throw new CrashError('after commit');
  }
}

function compareDue(a: DueDocument, b: DueDocument): number {
  return a.nextAttemptAt.getTime() - b.nextAttemptAt.getTime() || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
}

function copy(value: unknown): unknown {
  const problem = findJsonProblem(value);
  if (problem !== undefined) throw new Error(`Firestore stores no such value: ${problem.message}`);
  return value === undefined ? null : structuredClone(value);
}
