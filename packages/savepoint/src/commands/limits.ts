import { printable, printableLine } from 'savepoint-stack/config/printable';
import { formatLimits, openRecording } from 'savepoint-stack/recording/open-recording';
import { findRunningStack, openProjectOf } from 'savepoint-stack/stack/running-stacks';
import type { Command } from '../cli/command.ts';
import { PORT_OFFSET, STACK } from '../cli/command-line.ts';
import { selectionOf } from './stack-selection.ts';

/**
 * `savepoint limits`: prints which operations of the running stack exceeded production's soft
 * limits.
 */
export const limits: Command = {
  summary:
    "print production's limits of Firestore, what exceeded them since the start, and the hottest documents",
  usage: '[--json] [--stack NAME]',
  flags: { json: { type: 'boolean', description: 'print JSON' }, stack: STACK, 'port-offset': PORT_OFFSET },
  async run(invocation, folder) {
    const stack = findRunningStack(folder, selectionOf(invocation));
    const report = await openRecording(openProjectOf(folder, stack), stack).readLimits();
    console.log(
      invocation.flag('json')
        ? printable(JSON.stringify(report))
        : formatLimits(report).split('\n').map(printableLine).join('\n'),
    );
    return 0;
  },
};
