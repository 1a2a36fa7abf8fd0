// The warden: a process of its own session that outlives a killed kit just long enough to end everything that the kit began. It reads
// process ids from its standard input, one a line; when the input ends, by Ctrl+C or by SIGKILL of the kit alike, it ends the run.
import { rmSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { terminateRun } from './terminate-run.ts';

const [runId, folder] = process.argv.slice(2);
if (runId === undefined || folder === undefined) {
  throw new Error('warden-main needs: RUN_ID FOLDER');
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);

const roots: number[] = [];
for await (const line of createInterface({ input: process.stdin })) roots.push(Number(line));
await terminateRun(runId, roots);
rmSync(folder, { recursive: true, force: true });
