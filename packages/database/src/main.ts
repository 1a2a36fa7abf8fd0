import { printable } from '@savepoint/server/core/printable';
import {
  type EmulatorFlags,
  emulatorCommand,
  type ListenHost,
  parseListenHost,
  readCallers,
  runCommandLine,
} from '@savepoint/server/process/command-line';

const command = emulatorCommand({
  name: 'savepoint-database',
  summary: 'Realtime Database on this machine',
  packageJson: new URL('../package.json', import.meta.url),
  port: 9000,
  parseHost: parseListenHost,
}).addHelpText('after', '\nThe SDKs find it by FIREBASE_DATABASE_EMULATOR_HOST=127.0.0.1:9000.');

await runCommandLine(command, async (flags: EmulatorFlags<ListenHost>) => {
  const { port, host, otlpEndpoint, quiet } = flags;
  // Loaded late, so that --help and a mistake in the flags need not wait for it.
  const { startDatabaseEmulator } = await import('./server.ts');
  const log = (line: string): void => console.log(printable(`database  ${line}`));
  const emulator = await startDatabaseEmulator({
    ...{ port, host, otlpEndpoint, ...readCallers(flags) },
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
