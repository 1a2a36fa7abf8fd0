import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { printable } from '@savepoint/server/core/printable';
import {
  type EmulatorFlags,
  emulatorCommand,
  type ListenHost,
  parseListenHost,
  readCallers,
  runCommandLine,
  UsageError,
  unusablePath,
} from '@savepoint/server/process/command-line';

const command = emulatorCommand({
  name: 'savepoint-database',
  summary: 'Realtime Database on this machine',
  packageJson: new URL('../package.json', import.meta.url),
  port: 9000,
  parseHost: parseListenHost,
});
command
  .option('--rules <FILE>', 'rules of all databases that have none of their own', readRules)
  .option('--import <FOLDER>', 'data at the start: a file NAME.json for each database', readData)
  .addOption(
    command
      .createOption('--data-dir <FOLDER>', 'persist the data on disk')
      .env('SAVEPOINT_DATABASE_DATA_DIR'),
  )
  .option('--functions-emulator <ADDRESS>', 'HOST:PORT of the Functions emulator', parseAddress)
  .addHelpText('after', '\nThe SDKs find it by FIREBASE_DATABASE_EMULATOR_HOST=127.0.0.1:9000.');

interface Flags extends EmulatorFlags<ListenHost> {
  readonly rules?: string;
  readonly import?: ReadonlyMap<string, unknown>;
  readonly dataDir?: string;
  readonly functionsEmulator?: string;
}

await runCommandLine(command, async (flags: Flags) => {
  const { port, host, otlpEndpoint, quiet, rules, import: data, dataDir, functionsEmulator } = flags;
  // Loaded lazily, so that --help and usage errors are fast.
  const { startDatabaseEmulator } = await import('./server.ts');
  const log = (line: string): void => console.log(printable(`database  ${line}`));
  const emulator = await startDatabaseEmulator({
    ...{ port, host, otlpEndpoint, ...readCallers(flags) },
    ...{ dataDir, functionsEmulator, ...(rules && { rules }), ...(data && { data }) },
    ...(quiet ? {} : { log }),
  });
  return {
    lines: [
      `savepoint-database is ready on http://${emulator.host}`,
      `  export FIREBASE_DATABASE_EMULATOR_HOST=${emulator.host}`,
    ],
    close: () => emulator.close(),
  };
});

function readRules(file: string): string {
  return readOrFail('rules', file, 'a file of rules', () => readFileSync(file, 'utf8'));
}

function readData(folder: string): ReadonlyMap<string, unknown> {
  return readOrFail('import', folder, 'a folder with a file NAME.json for each database', () => {
    const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
    return new Map(
      files.map((name) => [basename(name, '.json'), JSON.parse(readFileSync(join(folder, name), 'utf8'))]),
    );
  });
}

function readOrFail<T>(flag: string, path: string, expected: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw unusablePath(flag, path, expected, error);
  }
}

function parseAddress(text: string): string {
  if (/^[^\s/]+:\d{1,5}$/.test(text)) return text;
  throw new UsageError(`--functions-emulator expects HOST:PORT, but got "${text}".`);
}
