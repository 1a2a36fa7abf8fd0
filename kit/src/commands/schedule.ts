// Owns `npm run schedule`: runs a scheduled function now instead of waiting for its hour.

import type { Command } from '../cli/command.ts';
import { listScheduledFunctions } from '../emulators/scheduler.ts';
import { getRunningStack } from '../stack/running-stacks.ts';
import { UserError } from '../user-error.ts';

export const schedule: Command = {
  summary: 'list the scheduled functions, or run one now',
  usage: 'npm run schedule -- [NAME] [--port-offset N]',
  flags: { 'port-offset': 'number' },
  positionals: 1,
  async run(invocation) {
    const { ports } = getRunningStack(invocation.number('port-offset'));
    const found = await listScheduledFunctions(ports.functions);
    const [name] = invocation.positionals;
    if (name === undefined) {
      for (const item of found) console.log(`${item.name.padEnd(24)} ${item.schedule} (${item.timeZone})`);
      return 0;
    }
    const item = found.find((candidate) => candidate.name === name);
    if (item === undefined) {
      throw new UserError(
        `There is no scheduled function "${name}"`,
        `There are: ${found.map((candidate) => candidate.name).join(', ') || 'none'}.`,
      );
    }
    const status = await item.run(new Date());
    console.log(`${name} ran and answered ${status}`);
    return status < 300 ? 0 : 1;
  },
};
