import { readFileSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { parseCommandLine, requestedInformation, USAGE, UsageError } from './server/command-line.ts';
import { type RunningEmulator, startEmulator } from './server/start-emulator.ts';

const PARENT_CHECK_MS = 250;
/** firebase-tools allows 4 s; a developer expects less. */
const SHUTDOWN_TIMEOUT_MS = 900;

enableCompileCache();

/** The errors of a host or port that cannot be listened on, by system call. */
const LISTEN_SYSCALLS: ReadonlySet<string | undefined> = new Set(['listen', 'getaddrinfo']);

function exitWithError(error: unknown): never {
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

function packageVersion(): string {
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  return version;
}

function stopOnSignal(running: RunningEmulator): void {
  const stop = (): void => {
    setTimeout(() => process.exit(0), SHUTDOWN_TIMEOUT_MS).unref();
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
  // firebase-tools checks the version of `java` first.
  if (argv.includes('-version')) {
    process.stderr.write('openjdk version "21.0.1" (savepoint-firestore)\n');
    return;
  }
  const information = requestedInformation(argv);
  if (information !== undefined) {
    process.stdout.write(information === 'help' ? USAGE : `${packageVersion()}\n`);
    return;
  }
  const commandLine = parseCommandLine(argv, process.env);
  const running = await startEmulator(commandLine);
  stopOnSignal(running);
  // A bug in one request must not lose the documents of all clients.
  process.on('uncaughtException', (error) => {
    process.stderr.write(
      `savepoint-firestore: uncaught exception, please report it: ${error.stack ?? error}\n`,
    );
  });
  if (commandLine.exitWithParent) exitWithParent(running);
  const rules = commandLine.rules ?? 'none, everything is allowed';
  process.stdout.write(
    `Firestore answers at http://${running.host} (rules: ${rules}; ${Math.round(performance.now())} ms)\n` +
      `  export FIRESTORE_EMULATOR_HOST=${running.host}\n`,
  );
}

main().catch(exitWithError);
