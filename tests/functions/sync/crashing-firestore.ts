// Simulates a process that crashes at a chosen write: that write and all later ones reject. Reads still work, because they have no effect.
import type { Firestore } from 'firebase-admin/firestore';

export class CrashError extends Error {
  override readonly name = 'CrashError';
}

/** Whether the last write takes effect before the crash. */
export type CrashPoint = 'before-write' | 'after-write';

/** A Firestore whose client crashes after `writes` commits and transactions. */
export function crashingFirestore(db: Firestore, writes: number, crashPoint: CrashPoint): Firestore {
  let left = writes;
  const write = async <T>(work: () => Promise<T>): Promise<T> => {
    left -= 1;
    if (left >= 0) return work();
    if (left === -1 && crashPoint === 'after-write') await work();
    throw new CrashError(`The process crashed at write ${writes + 1}, ${crashPoint}.`);
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
