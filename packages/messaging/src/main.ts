import { parseArgs } from 'node:util';
import { printable } from '@savepoint/server/core/printable';
import { stackCallers } from '@savepoint/server/guard/stack-callers';
import { startMessaging } from './server.ts';

try {
  const { values } = parseArgs({ options: { port: { type: 'string' } } });
  const { port = '' } = values;
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) {
    throw new Error('Expected --port with a number up to 65535.');
  }
  const emulator = await startMessaging({
    port: Number(port),
    otlpEndpoint: process.env.OTEL_EXPORTER_OTLP_ENDPOINT || undefined,
    ...stackCallers(process.env),
    log: (line) => console.log(printable(line)),
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void emulator.close().then(() => process.exit(0)));
  }
} catch (error) {
  console.error(`The Cloud Messaging emulator did not start: ${(error as Error).message}`);
  process.exitCode = 1;
}
