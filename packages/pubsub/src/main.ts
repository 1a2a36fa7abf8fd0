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
  name: 'savepoint-pubsub',
  summary: 'Cloud Pub/Sub on this machine, and with --host 0.0.0.0 for others',
  packageJson: new URL('../package.json', import.meta.url),
  port: 8085,
  parseHost: parseListenHost,
}).addHelpText('after', '\nClients find it by PUBSUB_EMULATOR_HOST=127.0.0.1:8085.');

await runCommandLine(command, async (flags: EmulatorFlags<ListenHost>) => {
  const { port, host, otlpEndpoint, quiet } = flags;
  // Loaded lazily, so that --help and usage errors are fast.
  const { startPubSubEmulator } = await import('./server.ts');
  const log = (line: string): void => console.log(printable(`pubsub  ${line}`));
  const emulator = await startPubSubEmulator({
    ...{ port, host, otlpEndpoint, ...readCallers(flags) },
    ...(quiet ? {} : { log }),
  });
  return {
    lines: [
      `savepoint-pubsub is ready on http://${emulator.host}`,
      `  export PUBSUB_EMULATOR_HOST=${emulator.host}`,
    ],
    close: () => emulator.close(),
  };
});
