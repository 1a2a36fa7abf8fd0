// Owns the process: arguments in, exit code out, signals, the life of the parent. Everything else is server's.

import { enableCompileCache } from 'node:module';
import { packageVersion, stopAndExit } from '@savepoint/emulator-shared/process/command-line';
import { exitWithParent } from '@savepoint/emulator-shared/process/exit-with-parent';
import { parseCommandLine, USAGE, UsageError } from './server/command-line.ts';
import { startEmulator } from './server/start-emulator.ts';

enableCompileCache();

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
  if (argv.includes('--version')) {
    process.stdout.write(`${packageVersion(new URL('../package.json', import.meta.url))}\n`);
    return;
  }
  const commandLine = parseCommandLine(argv, process.env);
  const running = await startEmulator(commandLine);
  const stop = (): void => stopAndExit(() => running.close());
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  // One request's bug must not take everybody's documents with it; it is told loudly instead.
  process.on('uncaughtException', (error) => {
    process.stderr.write(`savepoint-firestore: a bug, please report it: ${error.stack ?? error}\n`);
  });
  // firebase-tools passes its own standard input on, whose end says nothing about the parent.
  if (commandLine.exitWithParent) exitWithParent({ pid: null, watchStdin: false }, stop);
  const rules = commandLine.rules ?? 'none, everything is allowed';
  process.stdout.write(
    `Firestore answers at http://${running.host} (rules: ${rules}; ${Math.round(performance.now())} ms)\n` +
      `  export FIRESTORE_EMULATOR_HOST=${running.host}\n`,
  );
}

main().catch(fail);
