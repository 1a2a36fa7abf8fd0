/**
 * Runs a task of a key once at a time. Whoever asks while it runs gets the next run, which all of
 * them share: it starts after each of them has asked.
 */
export function coalesce(task: (key: string) => Promise<void>): (key: string) => Promise<void> {
  const running = new Map<string, Promise<void>>();
  const next = new Map<string, Promise<void>>();
  const start = (key: string): Promise<void> => {
    const run = task(key).finally(() => running.delete(key));
    running.set(key, run);
    return run;
  };
  return (key) => {
    const current = running.get(key);
    if (current === undefined) return start(key);
    const queued = next.get(key);
    if (queued !== undefined) return queued;
    const run = current
      .catch(() => undefined)
      .then(() => {
        next.delete(key);
        return start(key);
      });
    next.set(key, run);
    return run;
  };
}
