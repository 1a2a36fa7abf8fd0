/**
 * Resolves when this process should stop: on Ctrl+C, SIGTERM or SIGHUP, or when the launcher that
 * started it has died.
 */
export function waitForShutdownSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve());
    process.once('disconnect', () => resolve());
  });
}
