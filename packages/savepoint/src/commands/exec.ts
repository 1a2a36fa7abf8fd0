import { resolve } from 'node:path';
import type { SavepointConfig } from 'savepoint-stack/config/define-config';
import { serverUrl } from 'savepoint-stack/config/environment';
import { statePath } from 'savepoint-stack/config/project';
import { DataOperations } from 'savepoint-stack/data/data-operations';
import { exportAtEnd } from 'savepoint-stack/data/export-at-end';
import type { StackRecord } from 'savepoint-stack/data/reset-data';
import { listFunctions } from 'savepoint-stack/emulators/loaded-functions';
import { Run } from 'savepoint-stack/processes/run';
import { waitForShutdownSignal } from 'savepoint-stack/processes/shutdown-signal';
import { namingWriters } from 'savepoint-stack/recording/limit-lines';
import { StackReport } from 'savepoint-stack/report/write-report';
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

/** A shell's exit code for a program that SIGINT ended. */
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
      ui: { type: 'boolean', description: 'also start Studio, and print its address' },
      report: {
        type: 'string',
        value: 'DIR',
        description: 'write JUnit XML and coverage of the rules for CI (default none)',
      },
      'print-addresses': { type: 'boolean', description: 'print the addresses before the command runs' },
    },
    maxPositionals: Number.POSITIVE_INFINITY,
    notes: [
      'Standard output is that of the command; the messages of the stack go to standard error.',
      'The exit code is that of the command; 1 when the stack does not start or its data cannot be exported.',
      'One argument with spaces is run by a shell: exec -- "npm test && npm run lint".',
      'While the stack of this folder runs, the command gets a temporary stack with its own ports.',
    ],
    run: exec,
  };
}

async function exec(invocation: Invocation, folder: string): Promise<number> {
  const program = readProgram(invocation);
  const { folders, markReady, release, ...flags } = await readStackFlags(invocation, folder, 'temporary');
  const { project, ports } = flags;
  const reportFolder = invocation.text('report');
  const run = new Run(project.environment);
  const interrupted = waitForShutdownSignal().then(() => INTERRUPTED);
  let ready: { readonly data: DataOperations; readonly stack: StackRecord } | undefined;
  const onReady = (data: DataOperations, stack: StackRecord) => {
    ready = { data, stack };
    markReady();
  };
  try {
    const report = reportFolder === undefined ? undefined : new StackReport(project, resolve(reportFolder));
    const options = {
      ...flags,
      onReady,
      importFolder: folders.import,
      hasStudio: invocation.flag('ui'),
      printsAddresses: invocation.flag('print-addresses'),
    };
    const finished = runOnStack(run, options, program);
    finished.catch(() => undefined);
    const ended = Promise.race([finished, interrupted]).then(async (code) => {
      const lines = ready === undefined ? [] : await report?.write(ready.stack);
      for (const line of lines ?? []) console.error(line);
      return code;
    });
    const snapshots = statePath(project.folder, 'snapshots');
    return await exportAtEnd(ended, { run, ports, folders, snapshots, data: () => ready?.data });
  } finally {
    unregisterRunningStack(project, ports);
    await run.end();
    release();
  }
}

interface ExecOptions extends Omit<StartOptions, 'startedAt' | 'onReady'> {
  /** Called when all servers respond. */
  readonly onReady: (data: DataOperations, stack: StackRecord) => void;
  readonly hasStudio: boolean;
  readonly printsAddresses: boolean;
}

async function runOnStack(run: Run, options: ExecOptions, program: Program): Promise<number> {
  const { project, name, ports, services, importFolder, onReady } = options;
  const { verbosity, hasStudio, printsAddresses } = options;
  // Standard output belongs to the command.
  for (const line of describeProject(project)) console.error(line);
  const sites = new HostingSites();
  const onLine = (server: string, line: string) => {
    sites.read(server, line);
    const isHidden = isRequestLine(server, line) || isProgressLine(server, line);
    if (isHidden && verbosity !== 'DEBUG') return;
    const text = formatServerLine(server, line, verbosity);
    if (text !== undefined && !run.isEnding) console.error(text);
  };
  await buildWebAppIfStale(project, { run, onLine: () => undefined });
  const lines = namingWriters(project, ports, onLine);
  const stack = await startStack(project, {
    ...{ run, name, ports, services, importFolder },
    onLine: lines.add,
    eventLogFolder: statePath(project.folder, 'event-log'),
    ...(hasStudio && { pages: 'studio' as const }),
  });
  if (stack.servers.includes('studio')) console.error(`Studio: ${serverUrl(ports.studio)}`);
  const data = new DataOperations(project, run, stack);
  serveServerControl(stack.control, stack.processes, { data, settled: () => stack.settled() });
  registerRunningStack(project, stack, { importFolder, isForCommand: true });
  onReady(data, stack);
  await stack.watch();
  if (printsAddresses) {
    const functions = await listFunctions(project, stack);
    console.error(`${formatAddresses({ project, stack, functions, sites })}\n`);
  }
  try {
    const env = programEnvironment(project.environment, { name, environment: stack.environment });
    const code = await Promise.race([runProgram(run, program, env), stack.broken]);
    await lines.settled();
    return code;
  } finally {
    stack.stop();
  }
}

/** Resolves with the exit code of the program, or 127 if it does not exist. */
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
