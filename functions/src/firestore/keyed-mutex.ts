// Owns letting transactions of one process that want the same documents go one after the other. Firestore would have them
// collide, roll back and wait for longer and longer; in a queue each runs once. Other instances still meet in Firestore, which
// stays the judge: this is for speed only.

/** Runs work when everybody who came earlier for one of the same keys is done. */
export type RunExclusive = <T>(keys: readonly string[], work: () => Promise<T>) => Promise<T>;

export function keyedMutex(): RunExclusive {
  const last = new Map<string, Promise<unknown>>();
  return async (keys, work) => {
    // All places are taken at once, before anything is awaited, so two callers can never wait for each other.
    const before = keys.map((key) => last.get(key));
    const turn = Promise.all(before).then(work);
    const done = turn.catch(() => undefined);
    for (const key of keys) last.set(key, done);
    try {
      return await turn;
    } finally {
      for (const key of keys) if (last.get(key) === done) last.delete(key);
    }
  };
}
