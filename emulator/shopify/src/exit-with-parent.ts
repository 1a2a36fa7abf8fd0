// Owns the promise that no stand-in outlives whoever started it.

const LOOK_EVERY_MS = 500;

/**
 * Calls `stop` once when the parent is gone: the process `pid` no longer exists, or, without a pid, our parent
 * changed, standard input closed or the IPC channel broke.
 */
export function exitWithParent(pid: number | null, stop: () => void): void {
  let stopped = false;
  const once = (): void => {
    if (stopped) return;
    stopped = true;
    clearInterval(timer);
    stop();
  };
  const parent = pid ?? process.ppid;
  const timer = setInterval(() => {
    if (!isAlive(parent) || (pid === null && process.ppid !== parent)) once();
  }, LOOK_EVERY_MS);
  timer.unref();
  process.on('disconnect', once);
  // A terminal is not a parent's pipe; reading it would take the shell's input.
  if (pid === null && !process.stdin.isTTY) process.stdin.on('end', once).resume();
}

/** Whether a process exists; one we may not signal does. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
