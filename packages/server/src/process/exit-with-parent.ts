import { fstatSync } from 'node:fs';

const CHECK_INTERVAL_MS = 250;

interface ParentOptions {
  /** The id of the process to watch; null for the one that started this process. */
  readonly pid: number | null;
  /**
   * If true, the end of standard input counts as the end of the parent. Only a pipe or socket is
   * watched.
   */
  readonly watchStdin: boolean;
}

/**
 * Calls `stop` once the parent has ended: the process `pid` no longer exists, this process has a
 * new parent, the IPC channel is disconnected, or standard input has ended. Does not keep the
 * process alive.
 */
export function exitWithParent({ pid, watchStdin }: ParentOptions, stop: () => void): void {
  let stopped = false;
  const stopOnce = (): void => {
    if (stopped) return;
    stopped = true;
    clearInterval(timer);
    stop();
  };
  const parent = pid ?? process.ppid;
  const timer = setInterval(() => {
    if (!isAlive(parent) || (pid === null && process.ppid !== parent)) stopOnce();
  }, CHECK_INTERVAL_MS);
  timer.unref();
  process.on('disconnect', stopOnce);
  if (watchStdin && isPipe(0)) process.stdin.on('end', stopOnce).resume();
}

/** Returns whether a process exists, even if this process may not signal it. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * Excludes a terminal, whose input belongs to the shell, and /dev/null, which is always at its end.
 */
function isPipe(fileDescriptor: number): boolean {
  try {
    const stat = fstatSync(fileDescriptor);
    return stat.isFIFO() || stat.isSocket();
  } catch {
    return false;
  }
}
