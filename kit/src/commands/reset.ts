import type { Command } from '../cli/command.ts';
import { PORT_OFFSET, STACK } from '../cli/command-line.ts';
import { seedVariables } from '../config/environment.ts';
import { commandText, getProject } from '../config/project.ts';
import { describeInitialData } from '../data/initial-data.ts';
import { getRunningStack } from '../stack/running-stacks.ts';
import { loadStackData } from '../stack/server-control.ts';
import { selectionOf } from './stack-selection.ts';

/** `reset`: returns the running stack to its initial data. */
export const reset: Command = {
  summary: 'reset the running stack to its initial data',
  usage: commandText('reset', '[--stack NAME]'),
  flags: { stack: STACK, 'port-offset': PORT_OFFSET },
  async run(invocation) {
    const stack = getRunningStack(selectionOf(invocation));
    const startedAt = performance.now();
    const { seed } = getProject().config;
    await loadStackData(stack.control, 'reset', { seed, env: seedVariables() });
    const initialData = describeInitialData(seed, stack);
    const left = initialData === undefined ? 'nothing is left' : `${initialData} only`;
    console.log(`Reset in ${Math.round(performance.now() - startedAt)} ms: ${left}.`);
    return 0;
  },
};
