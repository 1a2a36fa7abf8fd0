// Serializes transactions of one process that want the same documents: in Firestore they would
// collide, roll back and back off for longer and longer. This is only an optimization; instances
// still contend in Firestore, which alone guarantees atomicity.

/** Runs `task` once every earlier task with a common key has settled. Settles as `task` does. */
export type RunExclusive = <T>(keys: readonly string[], task: () => Promise<T>) => Promise<T>;

/** A mutex per key. A task that rejects releases its keys. */
export function keyedMutex(): RunExclusive {
  const lastTaskByKey = new Map<string, Promise<unknown>>();
  return async (keys, task) => {
    // All keys are queued for in one synchronous step, so tasks cannot deadlock.
    const earlier = keys.map((key) => lastTaskByKey.get(key));
    const result = Promise.all(earlier).then(task);
    const settled = result.catch(() => undefined);
    for (const key of keys) lastTaskByKey.set(key, settled);
    try {
      return await result;
    } finally {
      for (const key of keys) if (lastTaskByKey.get(key) === settled) lastTaskByKey.delete(key);
    }
  };
}
