// Owns the process: arguments in, exit code out, signals, the life of the parent. Everything else is server's.

import { parseCommandLine, USAGE, UsageError } from './server/command-line.ts';
import { type RunningEmulator, startEmulator } from './server/start-emulator.ts';

const PARENT_CHECK_MS = 250;
/** firebase-tools waits 4 s, a person less. */
const STOP_LIMIT_MS = 900;

function fail(error: unknown): never {
  const isExpected = error instanceof UsageError || (error as NodeJS.ErrnoException).syscall === 'listen';
  const text = isExpected ? (error as Error).message : ((error as Error).stack ?? String(error));
  process.stderr.write(`savepoint-firestore: ${text}\n`);
  if (error instanceof UsageError) process.stderr.write('Run savepoint-firestore --help for the flags.\n');
  if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') {
    process.stderr.write('Stop the program that listens there, or choose another port with --port.\n');
  }
  process.exit(1);
}

function stopOnSignal(running: RunningEmulator): void {
  const stop = (): void => {
    setTimeout(() => process.exit(0), STOP_LIMIT_MS).unref();
    running.close().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
}

/** A parent killed without ceremony leaves its children to another parent: that is the sign to stop. */
function exitWithParent(running: RunningEmulator): void {
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) void running.close().finally(() => process.exit(0));
  }, PARENT_CHECK_MS).unref();
}

async function main(): Promise<void> {
  const argv = process.argv.slice(2);
  // firebase-tools asks this of `java` before it starts anything.
  if (argv.includes('-version')) {
    process.stderr.write('openjdk version "21.0.1" (savepoint-firestore)\n');
    return;
  }
  if (argv.includes('--help') || argv.includes('-h')) {
    process.stdout.write(USAGE);
    return;
  }
  const commandLine = parseCommandLine(argv, process.env);
  const running = await startEmulator(commandLine);
  stopOnSignal(running);
  // One request's bug must not take everybody's documents with it; it is told loudly instead.
  process.on('uncaughtException', (error) => {
    process.stderr.write(`savepoint-firestore: a bug, please report it: ${error.stack ?? error}\n`);
  });
  if (commandLine.exitWithParent) exitWithParent(running);
  const rules = commandLine.rules ?? 'none, everything is allowed';
  process.stdout.write(
    `Firestore answers at http://${running.host} (rules: ${rules}; ${Math.round(performance.now())} ms)\n` +
      `  export FIRESTORE_EMULATOR_HOST=${running.host}\n`,
  );
}

main().catch(fail);
