// The supervisor: a process in a session of its own that outlives a killed kit long enough to end everything that the kit started. It
// reads process ids from standard input, one per line. When the input closes, after Ctrl+C or a SIGKILL of the kit alike, it ends the run.
import { rmSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { terminateRun } from './terminate-run.ts';

const [runId, folder] = process.argv.slice(2);
if (runId === undefined || folder === undefined) {
  throw new Error('Usage: supervisor-main.ts RUN_ID FOLDER');
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);

const roots: number[] = [];
for await (const line of createInterface({ input: process.stdin })) roots.push(Number(line));
await terminateRun(runId, roots);
rmSync(folder, { recursive: true, force: true });
