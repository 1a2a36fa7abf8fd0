import { printable } from '@savepoint/server/core/printable';
import {
  type EmulatorFlags,
  emulatorCommand,
  readCallers,
  runCommandLine,
} from '@savepoint/server/process/command-line';

const command = emulatorCommand({
  name: 'savepoint-tasks',
  summary: 'Cloud Tasks on this machine',
  packageJson: new URL('../package.json', import.meta.url),
  port: 9499,
}).addHelpText('after', '\nfirebase-admin finds it by CLOUD_TASKS_EMULATOR_HOST=127.0.0.1:9499.');

await runCommandLine(command, async (flags: EmulatorFlags) => {
  const { port, host, otlpEndpoint, quiet } = flags;
  // Loaded lazily, so that --help and usage errors are fast.
  const { startTasksEmulator } = await import('./server.ts');
  const log = (line: string): void => console.log(printable(`tasks  ${line}`));
  const emulator = await startTasksEmulator({
    ...{ port, host, otlpEndpoint, ...readCallers(flags) },
    ...(quiet ? {} : { log }),
  });
  return {
    lines: [
      `savepoint-tasks is ready on http://${emulator.host}`,
      `  export CLOUD_TASKS_EMULATOR_HOST=${emulator.host}`,
    ],
    close: () => emulator.close(),
  };
});
