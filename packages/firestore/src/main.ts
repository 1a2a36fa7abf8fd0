import { printableError } from '@savepoint/server/core/printable';
import {
  isInformation,
  packageVersion,
  stopAndExit,
  UsageError,
} from '@savepoint/server/process/command-line';
import { exitWithParent } from '@savepoint/server/process/exit-with-parent';
import { parseCommandLine } from './server/command-line.ts';
import { startEmulator } from './server/start-emulator.ts';

/** The system calls whose errors mean that a host or port cannot be listened on. */
const LISTEN_SYSCALLS: ReadonlySet<string | undefined> = new Set(['listen', 'getaddrinfo']);

function exitWithError(error: unknown): void {
  if (isInformation(error)) return;
  const { code, syscall, message, stack } = error as NodeJS.ErrnoException;
  const isExpected = error instanceof UsageError || LISTEN_SYSCALLS.has(syscall);
  // firebase-tools searches the output for the system's message, "address already in use".
  const hint =
    code === 'EADDRINUSE'
      ? '. Stop the program that listens there, or choose another port with --port or --websocket-port.'
      : '';
  process.stderr.write(`savepoint-firestore: ${isExpected ? message : (stack ?? String(error))}${hint}\n`);
  process.exit(1);
}

async function main(): Promise<void> {
  const argv = process.argv.slice(2);
  // firebase-tools checks the version of `java` first.
  if (argv.includes('-version')) {
    process.stderr.write('openjdk version "21.0.1" (savepoint-firestore)\n');
    return;
  }
  const version = packageVersion(new URL('../package.json', import.meta.url));
  const commandLine = parseCommandLine(argv, process.env, version);
  const running = await startEmulator(commandLine);
  const stop = (): void => stopAndExit(() => running.close());
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  // A bug in one request must not lose the documents of all clients.
  process.on('uncaughtException', (error) => {
    process.stderr.write(
      `savepoint-firestore: uncaught exception, please report it: ${printableError(error)}\n`,
    );
  });
  // firebase-tools passes on its own standard input, whose end says nothing about the parent.
  if (commandLine.exitWithParent) exitWithParent({ pid: null, watchStdin: false }, stop);
  const rules = commandLine.rules ?? commandLine.config ?? 'none, everything is allowed';
  process.stdout.write(
    `Firestore answers at http://${running.host} (rules: ${rules}; ${Math.round(performance.now())} ms)\n` +
      `  export FIRESTORE_EMULATOR_HOST=${running.host}\n`,
  );
}

main().catch(exitWithError);
