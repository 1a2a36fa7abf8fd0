import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { withOutboundGuard } from 'savepoint-stack/processes/outbound-guard';
import { findRunningStack, openProjectOf } from 'savepoint-stack/stack/running-stacks';
import type { Command } from '../cli/command.ts';
import { type Invocation, PORT_OFFSET, STACK } from '../cli/command-line.ts';
import { type Program, readProgram, reportNotStarted } from './program.ts';
import { selectionOf } from './stack-selection.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

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
    return await exitCodeOf(program, {
      ...environment,
      ...stack.environment,
      NODE_OPTIONS: withOutboundGuard(environment.NODE_OPTIONS),
    });
  } catch (error) {
    return reportNotStarted(program, error);
  }
}

/**
 * The exit code of the program, or 128 and the number of the signal that ended it. Signals to this
 * process are passed on. Ctrl+C reaches all processes of a terminal.
 */
function exitCodeOf({ command, args }: Program, env: NodeJS.ProcessEnv): Promise<number> {
  const child = spawn(command, args, { env, stdio: 'inherit' });
  const passOn = (signal: NodeJS.Signals) => {
    if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
  };
  for (const signal of SIGNALS) process.on(signal, passOn);
  return new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal ?? 'SIGKILL']));
  }).finally(() => {
    for (const signal of SIGNALS) process.off(signal, passOn);
  });
}
