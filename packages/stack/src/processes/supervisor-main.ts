// The supervisor: a process in its own session that outlives a killed kit long enough to end
// everything that the kit started. It reads from standard input which processes have started and
// exited. When the input closes, whether after Ctrl+C or a SIGKILL of the kit, it ends the run.
import { rmSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { readStartedProcesses } from './started-processes.ts';
import { terminateRun } from './terminate-run.ts';

const [runId, folder] = process.argv.slice(2);
if (runId === undefined || folder === undefined) {
  throw new Error('Usage: supervisor-main.ts RUN_ID FOLDER');
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);

await terminateRun(runId, await readStartedProcesses(createInterface({ input: process.stdin })));
rmSync(folder, { recursive: true, force: true });
