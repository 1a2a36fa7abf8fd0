import { describeInitialData } from 'savepoint-stack/data/initial-data';
import { findRunningStack, openProjectOf } from 'savepoint-stack/stack/running-stacks';
import { loadStackData } from 'savepoint-stack/stack/server-control';
import type { Command } from '../cli/command.ts';
import { PORT_OFFSET, STACK } from '../cli/command-line.ts';
import { selectionOf } from './stack-selection.ts';

/** `reset`: returns the running stack to its initial data. */
export const reset: Command = {
  summary: 'reset the running stack to its initial data',
  usage: '[--stack NAME]',
  flags: { stack: STACK, 'port-offset': PORT_OFFSET },
  async run(invocation, folder) {
    const stack = findRunningStack(folder, selectionOf(invocation));
    const startedAt = performance.now();
    const project = openProjectOf(folder, stack);
    const { seed } = project.config;
    await loadStackData(stack.control, 'reset', { seed });
    const initialData = describeInitialData(seed, stack);
    const left = initialData === undefined ? 'nothing is left' : `${initialData} only`;
    console.log(`Reset in ${Math.round(performance.now() - startedAt)} ms: ${left}.`);
    return 0;
  },
};
