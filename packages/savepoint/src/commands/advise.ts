import type { Advice } from 'savepoint-stack/advisors/advice';
import { readAdvice } from 'savepoint-stack/advisors/read-advice';
import { printable, printableLine } from 'savepoint-stack/config/printable';
import { findRunningStack, openProjectOf } from 'savepoint-stack/stack/running-stacks';
import type { Command } from '../cli/command.ts';
import { PORT_OFFSET, STACK } from '../cli/command-line.ts';
import { selectionOf } from './stack-selection.ts';

const OPERATIONS_SHOWN = 10;

/** `savepoint advise`: prints what the recording suggests to improve, and what operations cost. */
export const advise: Command = {
  summary: 'advise on indexes, rules, listeners and costs, from what the running stack has recorded',
  usage: '[--json] [--stack NAME]',
  flags: { json: { type: 'boolean', description: 'print JSON' }, stack: STACK, 'port-offset': PORT_OFFSET },
  notes: ['Use the app first: it advises on the requests since the start.'],
  async run(invocation, folder) {
    const stack = findRunningStack(folder, selectionOf(invocation));
    const advice = await readAdvice(openProjectOf(folder, stack), stack.ports.eventLog);
    console.log(
      invocation.flag('json')
        ? printable(JSON.stringify(advice))
        : formatAdvice(advice).split('\n').map(printableLine).join('\n'),
    );
    return 0;
  },
};

function formatAdvice({ lints, operations, pricedFor }: Advice): string {
  const advised = lints.flatMap(({ level, title, detail, source, fix }) => [
    `${level.padEnd(8)}${title}${source === null ? '' : ` (${source.file}:${source.line})`}`,
    `        ${detail} ${fix}`,
  ]);
  const costs = operations
    .slice(0, OPERATIONS_SHOWN)
    .map(
      ({ name, query, count, reads, writes, deletes, dollarsPerMillion }) =>
        `${`$${dollarsPerMillion.toFixed(2)}`.padStart(10)}  ${reads.toFixed(1)} reads, ${writes.toFixed(1)} writes, ${deletes.toFixed(1)} deletes  ${name}${query === null ? '' : ` of ${query}`} (${count === 1 ? 'once' : `${count} times`})`,
    );
  return [
    ...(advised.length > 0 ? advised : ['Nothing to advise on.']),
    '',
    `Cost per million times, at list prices of ${pricedFor}:`,
    ...(costs.length > 0 ? costs : ['  nothing is recorded yet']),
  ].join('\n');
}
