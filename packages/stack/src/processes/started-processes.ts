import type { ProcessIdentity } from './process-table.ts';

/** The line by which the kit tells the supervisor that it has started a process. */
export function startedLine({ pid, startTime }: ProcessIdentity): string {
  return `started ${pid} ${startTime}\n`;
}

/** The line by which the kit tells the supervisor that a process has exited. */
export function exitedLine(pid: number): string {
  return `exited ${pid}\n`;
}

/** Reads the lines above to their end. Returns the processes that had not exited by then. */
export async function readStartedProcesses(lines: AsyncIterable<string>): Promise<ProcessIdentity[]> {
  const startTimes = new Map<number, number>();
  for await (const line of lines) {
    const [event, pid, startTime] = line.split(' ');
    if (event === 'started') startTimes.set(Number(pid), Number(startTime));
    else startTimes.delete(Number(pid));
  }
  return [...startTimes].map(([pid, startTime]) => ({ pid, startTime }));
}
