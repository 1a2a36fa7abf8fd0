// Owns the ways in which a person or a parent ends the kit: Ctrl+C, a signal, or the launcher's death.

/** Resolves when this process is asked to stop. */
export function waitForShutdownSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve());
    process.once('disconnect', () => resolve());
  });
}
