import type { Command } from '../cli/command.ts';
import { PORT_OFFSET, STACK } from '../cli/command-line.ts';
import { commandText, getProject } from '../config/project.ts';
import { describeInitialData } from '../data/initial-data.ts';
import { resetData } from '../data/reset-data.ts';
import { withTriggersDisabled } from '../emulators/background-triggers.ts';
import { Run } from '../processes/run.ts';
import { getRunningStack } from '../stack/running-stacks.ts';
import { selectionOf } from './stack-selection.ts';

/** `reset`: returns the running stack to its initial data. */
export const reset: Command = {
  summary: 'reset the running stack to its initial data',
  usage: commandText('reset', '[--stack NAME]'),
  flags: { stack: STACK, 'port-offset': PORT_OFFSET },
  async run(invocation) {
    const stack = getRunningStack(selectionOf(invocation));
    const run = new Run();
    const startedAt = performance.now();
    try {
      await withTriggersDisabled(stack, () => resetData(run, stack));
    } finally {
      await run.end();
    }
    const initialData = describeInitialData(getProject().config.seed, stack);
    const left = initialData === undefined ? 'nothing is left' : `${initialData} only`;
    console.log(`Reset in ${Math.round(performance.now() - startedAt)} ms: ${left}.`);
    return 0;
  },
};
