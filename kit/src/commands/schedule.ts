import type { Command } from '../cli/command.ts';
import { PORT_OFFSET, STACK } from '../cli/command-line.ts';
import { unknownName } from '../cli/unknown-name.ts';
import { commandText } from '../config/project.ts';
import { listScheduledFunctions } from '../emulators/scheduler.ts';
import { getRunningStack } from '../stack/running-stacks.ts';
import { selectionOf } from './stack-selection.ts';

/** `schedule`: runs a scheduled function now. */
export const schedule: Command = {
  summary: 'list the scheduled functions, or run one now',
  usage: commandText('schedule', '[NAME] [--stack NAME]'),
  flags: { stack: STACK, 'port-offset': PORT_OFFSET },
  maxPositionals: 1,
  async run(invocation) {
    const { ports, servers } = getRunningStack(selectionOf(invocation));
    const functions = servers.includes('functions') ? await listScheduledFunctions(ports.functions) : [];
    const [name] = invocation.positionals;
    if (name === undefined) {
      for (const each of functions) {
        console.log(`${each.name.padEnd(24)} ${each.schedule} (${each.timeZone})`);
      }
      return 0;
    }
    const selected = functions.find((each) => each.name === name);
    if (selected === undefined) {
      const names = functions.map((each) => each.name);
      throw unknownName('scheduled function', name, names, `Usage: ${schedule.usage}`);
    }
    const status = await selected.run(new Date());
    console.log(`${name} returned ${status}`);
    return status < 300 ? 0 : 1;
  },
};
