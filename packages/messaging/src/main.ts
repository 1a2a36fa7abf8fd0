import { printable } from '@savepoint/server/core/printable';
import { stackCallers } from '@savepoint/server/guard/stack-callers';
import { programCommand, runCommandLine, wholeNumber } from '@savepoint/server/process/command-line';
import { startMessaging } from './server.ts';

const command = programCommand('messaging', 'Cloud Messaging on this machine').requiredOption(
  '--port <N>',
  'port on 127.0.0.1',
  wholeNumber('port', 65_535),
);

await runCommandLine(command, async ({ port }: { readonly port: number }) => {
  const emulator = await startMessaging({
    port,
    otlpEndpoint: process.env.OTEL_EXPORTER_OTLP_ENDPOINT || undefined,
    ...stackCallers(process.env),
    log: (line) => console.log(printable(line)),
  });
  return { lines: [], close: () => emulator.close() };
});
