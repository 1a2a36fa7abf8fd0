import { printable, printableLine } from 'savepoint-stack/config/printable';
import { formatAdvice, openRecording } from 'savepoint-stack/recording/open-recording';
import { findRunningStack, openProjectOf } from 'savepoint-stack/stack/running-stacks';
import type { Command } from '../cli/command.ts';
import { PORT_OFFSET, STACK } from '../cli/command-line.ts';
import { selectionOf } from './stack-selection.ts';

/**
 * `savepoint advise`: prints suggested improvements and the cost of operations, from the recording.
 */
export const advise: Command = {
  summary: 'advise on indexes, rules, listeners and costs, from what the running stack has recorded',
  usage: '[--json] [--stack NAME]',
  flags: { json: { type: 'boolean', description: 'print JSON' }, stack: STACK, 'port-offset': PORT_OFFSET },
  notes: ['Use the app first: the advice is based on the requests since the start.'],
  async run(invocation, folder) {
    const stack = findRunningStack(folder, selectionOf(invocation));
    const advice = await openRecording(openProjectOf(folder, stack), stack).readAdvice();
    console.log(
      invocation.flag('json')
        ? printable(JSON.stringify(advice))
        : formatAdvice(advice).split('\n').map(printableLine).join('\n'),
    );
    return 0;
  },
};
