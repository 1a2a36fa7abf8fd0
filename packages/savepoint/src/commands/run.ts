import { findRunningStack, openProjectOf } from 'savepoint-stack/stack/running-stacks';
import type { Command } from '../cli/command.ts';
import { type Invocation, PORT_OFFSET, STACK } from '../cli/command-line.ts';
import { exitCodeOf, programEnvironment, readProgram, reportNotStarted } from './program.ts';
import { selectionOf } from './stack-selection.ts';

/** `run -- COMMAND`: runs a command with the addresses of the running stack. */
export const run: Command = {
  summary: 'run a command with the addresses of the running stack',
  usage: '[--stack NAME] -- COMMAND [ARGUMENT ...]',
  flags: { stack: STACK, 'port-offset': PORT_OFFSET },
  maxPositionals: Number.POSITIVE_INFINITY,
  notes: [
    'The exit code is that of the command; 1 when no stack is running.',
    'One argument with spaces is run by a shell: run -- "npm test && npm run lint".',
  ],
  run: runProgram,
};

async function runProgram(invocation: Invocation, folder: string): Promise<number> {
  const program = readProgram(invocation);
  const stack = findRunningStack(folder, selectionOf(invocation));
  const { environment } = openProjectOf(folder, stack);
  try {
    return await exitCodeOf(program, { ...environment, ...programEnvironment(environment, stack) });
  } catch (error) {
    return reportNotStarted(program, error);
  }
}
