// Owns a Firestore whose process dies at a chosen write: that write and all later ones reject. Reads go on, because a dead
// process's reads change nothing.
import type { Firestore } from 'firebase-admin/firestore';

export class CrashError extends Error {
  override readonly name = 'Died';
}

/** `unheard`: the last write reaches the database, its answer is lost; `unsent`: it does not. */
export type CrashPoint = 'unsent' | 'unheard';

/** A Firestore that lives for `writes` commits and transactions. */
export function crashingFirestore(db: Firestore, writes: number, death: CrashPoint): Firestore {
  let left = writes;
  const write = async <T>(work: () => Promise<T>): Promise<T> => {
    left -= 1;
    if (left >= 0) return work();
    if (left === -1 && death === 'unheard') await work();
    throw new CrashError(`The process died at write ${writes + 1}, ${death}.`);
  };
  return new Proxy(db, {
    get(target, name) {
      if (name === 'runTransaction')
        return (work: Parameters<Firestore['runTransaction']>[0]) => write(() => target.runTransaction(work));
      if (name === 'batch')
        return () => {
          const batch = target.batch();
          const commit = batch.commit.bind(batch);
          batch.commit = () => write(commit);
          return batch;
        };
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
