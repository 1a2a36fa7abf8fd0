// Simulates a process that crashes before a chosen write, and so after the one before it: that
// write and all later ones reject. Reads still work, because they have no effect.
import type { Firestore } from 'firebase-admin/firestore';

export class CrashError extends Error {
  override readonly name = 'CrashError';
}

/** A Firestore whose client crashes after `writes` commits and transactions. */
export function crashingFirestore(db: Firestore, writes: number): Firestore {
  let left = writes;
  const write = async <T>(work: () => Promise<T>): Promise<T> => {
    left -= 1;
    if (left >= 0) return work();
    throw new CrashError(`The process crashed before write ${writes + 1}.`);
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
