/**
 * Runs a task one at a time per key. Callers during a run share the next run, which starts after
 * all of them have called: the first of them waits for it, the others need not.
 */
export function coalesce(task: (key: string) => Promise<void>): (key: string) => Promise<void> {
  const running = new Map<string, Promise<void>>();
  const next = new Set<string>();
  const start = (key: string): Promise<void> => {
    const run = task(key).finally(() => running.delete(key));
    running.set(key, run);
    return run;
  };
  return (key) => {
    const current = running.get(key);
    if (current === undefined) return start(key);
    if (next.has(key)) return Promise.resolve();
    const run = current
      .catch(() => undefined)
      .then(() => {
        next.delete(key);
        return start(key);
      });
    next.add(key);
    return run;
  };
}
