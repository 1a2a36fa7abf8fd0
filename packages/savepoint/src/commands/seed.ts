import { describeInitialData } from 'savepoint-stack/data/initial-data';
import { findRunningStack, openProjectOf } from 'savepoint-stack/stack/running-stacks';
import { loadStackData } from 'savepoint-stack/stack/server-control';
import type { Command } from '../cli/command.ts';
import { PORT_OFFSET, STACK } from '../cli/command-line.ts';
import { selectionOf } from './stack-selection.ts';

/** `seed`: loads the initial data into the running stack. */
export const seed: Command = {
  summary: 'load the initial data into the running stack, beside what it has',
  usage: '[--stack NAME]',
  flags: { stack: STACK, 'port-offset': PORT_OFFSET },
  notes: [
    'Nothing is deleted: "reset" does that first. What happens to existing documents is up to the seed.',
  ],
  async run(invocation, folder) {
    const stack = findRunningStack(folder, selectionOf(invocation));
    const project = openProjectOf(folder, stack);
    const { seed: config } = project.config;
    const initialData = describeInitialData(config, stack);
    if (initialData === undefined) {
      console.log('There is nothing to load: the configuration has no seed and no accounts.');
      return 0;
    }
    const startedAt = performance.now();
    await loadStackData(stack.control, 'seed', { seed: config });
    console.log(`Loaded ${initialData} in ${Math.round(performance.now() - startedAt)} ms.`);
    return 0;
  },
};
