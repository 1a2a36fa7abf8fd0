import type { Command } from '../cli/command.ts';
import { PORT_OFFSET, STACK } from '../cli/command-line.ts';
import { commandText, getProject } from '../config/project.ts';
import { describeInitialData } from '../data/initial-data.ts';
import { loadInitialData } from '../data/reset-data.ts';
import { withTriggersDisabled } from '../emulators/background-triggers.ts';
import { Run } from '../processes/run.ts';
import { getRunningStack } from '../stack/running-stacks.ts';
import { selectionOf } from './stack-selection.ts';

/** `seed`: loads the initial data into the running stack. */
export const seed: Command = {
  summary: 'load the initial data into the running stack, beside what it has',
  usage: commandText('seed', '[--stack NAME]'),
  flags: { stack: STACK, 'port-offset': PORT_OFFSET },
  notes: [
    'Nothing is deleted: "reset" does that first. What happens to existing documents is up to the seed.',
  ],
  async run(invocation) {
    const stack = getRunningStack(selectionOf(invocation));
    const initialData = describeInitialData(getProject().config.seed, stack);
    if (initialData === undefined) {
      console.log('There is nothing to load: the configuration has no seed and no accounts.');
      return 0;
    }
    const run = new Run();
    const startedAt = performance.now();
    try {
      await withTriggersDisabled(stack, () => loadInitialData(run, stack));
    } finally {
      await run.end();
    }
    console.log(`Loaded ${initialData} in ${Math.round(performance.now() - startedAt)} ms.`);
    return 0;
  },
};
