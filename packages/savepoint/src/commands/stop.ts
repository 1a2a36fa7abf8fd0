import { setTimeout as delay } from 'node:timers/promises';
import { systemProcessTable } from 'savepoint-stack/processes/process-table';
import { selectRunning } from 'savepoint-stack/stack/running-stacks';
import { StackRegistry } from 'savepoint-stack/stack/stack-registry';
import { UserError } from 'savepoint-stack/user-error';
import type { Command } from '../cli/command.ts';

const TIMEOUT_MS = 15_000;
const POLL_MS = 30;

/** `stop`: ends a running stack, like Ctrl+C in its terminal. */
export const stop: Command = {
  summary: 'stop the stack of this folder, or the one of a name',
  usage: '[NAME]',
  flags: {},
  maxPositionals: 1,
  async run(invocation, folder) {
    const registry = new StackRegistry();
    const record = selectRunning(registry, folder, { name: invocation.positionals[0] });
    const { name, process: target } = record;
    systemProcessTable.signal(target.pid, 'SIGTERM');
    for (const end = Date.now() + TIMEOUT_MS; registry.isRunning(record); await delay(POLL_MS)) {
      if (Date.now() > end) {
        throw new UserError(
          `The stack "${name}" (process ${target.pid}) did not stop within ${TIMEOUT_MS / 1000} s`,
          `End it with: kill -9 ${target.pid}. Its servers end with it.`,
        );
      }
    }
    console.log(`Stopped "${name}".`);
    return 0;
  },
};
