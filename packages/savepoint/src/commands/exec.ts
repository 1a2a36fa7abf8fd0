import type { SavepointConfig } from 'savepoint-stack/config/define-config';
import { statePath } from 'savepoint-stack/config/project';
import { DataOperations } from 'savepoint-stack/data/data-operations';
import { exportAtEnd } from 'savepoint-stack/data/export-at-end';
import { listHttpFunctions } from 'savepoint-stack/emulators/http-functions';
import { Run } from 'savepoint-stack/processes/run';
import { waitForShutdownSignal } from 'savepoint-stack/processes/shutdown-signal';
import { buildWebAppIfStale } from 'savepoint-stack/servers/hosting-build';
import { HostingSites } from 'savepoint-stack/stack/hosting-sites';
import { registerRunningStack, unregisterRunningStack } from 'savepoint-stack/stack/running-stacks';
import { serveServerControl } from 'savepoint-stack/stack/server-control';
import { formatServerLine, isProgressLine, isRequestLine } from 'savepoint-stack/stack/server-output';
import { describeProject, startStack } from 'savepoint-stack/stack/stack';
import { formatAddresses } from 'savepoint-stack/stack/start-summary';
import type { Command } from '../cli/command.ts';
import type { Invocation } from '../cli/command-line.ts';
import { type Program, programEnvironment, readProgram, reportNotStarted } from './program.ts';
import { readStackFlags, type StartOptions, stackFlags } from './start.ts';

/** Exit code of a shell for a program that a signal ended. */
const INTERRUPTED = 130;

/**
 * `exec -- COMMAND`: starts the stack, runs the command with its addresses, and exits with the
 * command's exit code.
 */
export function execCommand(config: SavepointConfig): Command {
  return {
    summary: 'start the stack, run a command with its addresses, and stop',
    usage: '[flags] -- COMMAND [ARGUMENT ...]',
    flags: {
      ...stackFlags(config),
      verbose: {
        type: 'boolean',
        description: 'also print each request to Firestore and each function that has finished',
      },
      'print-addresses': { type: 'boolean', description: 'print the addresses before the command runs' },
    },
    maxPositionals: Number.POSITIVE_INFINITY,
    notes: [
      'Standard output is that of the command; what the stack has to say goes to standard error.',
      'The exit code is that of the command; 1 when the stack does not start or its data cannot be exported.',
      'One argument with spaces is run by a shell: exec -- "npm test && npm run lint".',
      'While the stack of this folder runs, the command gets a temporary one with ports of its own.',
    ],
    run: exec,
  };
}

async function exec(invocation: Invocation, folder: string): Promise<number> {
  const program = readProgram(invocation);
  const { project, name, ports, services, folders, markReady, release } = await readStackFlags(
    invocation,
    folder,
    'temporary',
  );
  const run = new Run(project.environment);
  const interrupted = waitForShutdownSignal().then(() => INTERRUPTED);
  let data: DataOperations | undefined;
  const onReady = (operations: DataOperations) => {
    data = operations;
    markReady();
  };
  try {
    const options = {
      ...{ project, name, ports, services, onReady },
      importFolder: folders.import,
      isVerbose: invocation.flag('verbose'),
      printsAddresses: invocation.flag('print-addresses'),
    };
    const finished = runOnStack(run, options, program);
    finished.catch(() => undefined);
    const ended = Promise.race([finished, interrupted]);
    const snapshots = statePath(project.folder, 'snapshots');
    return await exportAtEnd(ended, { run, ports, folders, snapshots, data: () => data });
  } finally {
    unregisterRunningStack(project, ports);
    await run.end();
    release();
  }
}

interface ExecOptions
  extends Pick<StartOptions, 'project' | 'name' | 'ports' | 'services' | 'importFolder' | 'onReady'> {
  readonly isVerbose: boolean;
  readonly printsAddresses: boolean;
}

async function runOnStack(
  run: Run,
  { project, name, ports, services, importFolder, onReady, isVerbose, printsAddresses }: ExecOptions,
  program: Program,
): Promise<number> {
  // Standard output is the command's.
  for (const line of describeProject(project)) console.error(line);
  const sites = new HostingSites();
  const onLine = (server: string, line: string) => {
    sites.read(server, line);
    if (!isVerbose && (isRequestLine(server, line) || isProgressLine(server, line))) return;
    const text = formatServerLine(server, line);
    if (text !== undefined && !run.isEnding) console.error(text);
  };
  await buildWebAppIfStale(project, { run, onLine: () => undefined });
  const stack = await startStack(project, {
    ...{ run, name, ports, services, importFolder, onLine },
    eventLogFolder: statePath(project.folder, 'event-log'),
  });
  const data = new DataOperations(project, run, stack);
  serveServerControl(stack.control, stack.processes, data);
  registerRunningStack(project, stack, { importFolder, isForCommand: true });
  onReady(data);
  await stack.watch();
  if (printsAddresses) {
    const functions = await listHttpFunctions(project, stack);
    console.error(`${formatAddresses({ project, stack, functions, sites })}\n`);
  }
  try {
    const env = programEnvironment(project.environment, { name, environment: stack.environment });
    return await Promise.race([runProgram(run, program, env), stack.broken]);
  } finally {
    stack.stop();
  }
}

/** Resolves with the exit code of the program, 127 when there is no such program. */
export async function runProgram(
  run: Run,
  program: Program,
  env: Readonly<Record<string, string>>,
): Promise<number> {
  const spec = { name: program.command, cwd: process.cwd(), env, inheritsTerminal: true };
  try {
    return await run.start({ ...spec, ...program }).exit;
  } catch (error) {
    return reportNotStarted(program, error);
  }
}
