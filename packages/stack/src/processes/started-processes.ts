import type { ProcessIdentity } from './process-table.ts';

/** The line that reports a started process to the supervisor. */
export function startedLine({ pid, startTime }: ProcessIdentity): string {
  return `started ${pid} ${startTime}\n`;
}

/** The line that reports an exited process to the supervisor. */
export function exitedLine(pid: number): string {
  return `exited ${pid}\n`;
}

/** Reads such lines until the input ends. Returns the processes that have not exited. */
export async function readStartedProcesses(lines: AsyncIterable<string>): Promise<ProcessIdentity[]> {
  const startTimes = new Map<number, number>();
  for await (const line of lines) {
    const [event, pid, startTime] = line.split(' ');
    if (event === 'started') startTimes.set(Number(pid), Number(startTime));
    else startTimes.delete(Number(pid));
  }
  return [...startTimes].map(([pid, startTime]) => ({ pid, startTime }));
}
