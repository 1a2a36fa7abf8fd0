import { fstatSync } from 'node:fs';

const CHECK_INTERVAL_MS = 250;

/** Which process to watch, and how. */
interface ParentOptions {
  /** The id of the process to watch; null for the one that started this process. */
  readonly pid: number | null;
  /**
   * Whether the end of standard input counts as the end of the parent. Only a pipe or socket is
   * watched.
   */
  readonly watchStdin: boolean;
}

/**
 * Calls `stop` once when the parent has ended: the process `pid` no longer exists, this process has
 * another parent than at its start, the IPC channel is disconnected, or standard input has ended.
 * Does not keep the process alive.
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

/** Whether a process exists. One that may not be signalled does. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** A terminal's input belongs to the shell, and /dev/null is at its end from the start. */
function isPipe(fileDescriptor: number): boolean {
  try {
    const stat = fstatSync(fileDescriptor);
    return stat.isFIFO() || stat.isSocket();
  } catch {
    return false;
  }
}
