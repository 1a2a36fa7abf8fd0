// Owns `npm run schedule`: runs a scheduled function now instead of waiting for its hour.
import { Complaint } from '../complaint.ts';
import { scheduledFunctions } from '../emulators/schedules.ts';
import { requireRunning } from '../running-stack.ts';
import type { Command } from './command.ts';

export const schedule: Command = {
  summary: 'list the scheduled functions, or run one now',
  usage: 'npm run schedule -- [NAME] [--port-offset N]',
  flags: { 'port-offset': 'number' },
  words: 1,
  async run(invocation) {
    const { ports } = requireRunning(invocation.number('port-offset'));
    const found = await scheduledFunctions(ports.functions);
    const [name] = invocation.words;
    if (name === undefined) {
      for (const item of found) console.log(`${item.name.padEnd(24)} ${item.schedule} (${item.timeZone})`);
      return 0;
    }
    const item = found.find((candidate) => candidate.name === name);
    if (item === undefined) {
      throw new Complaint(
        `There is no scheduled function "${name}"`,
        `There are: ${found.map((candidate) => candidate.name).join(', ') || 'none'}.`,
      );
    }
    const status = await item.run(new Date());
    console.log(`${name} ran and answered ${status}`);
    return status < 300 ? 0 : 1;
  },
};
