import { parseArgs } from 'node:util';
import { printable } from '@savepoint/server/core/printable';
import { stackCallers } from '@savepoint/server/guard/stack-callers';
import { startRemoteConfig } from './server.ts';

try {
  const { values } = parseArgs({ options: { port: { type: 'string' }, template: { type: 'string' } } });
  const { port = '', template } = values;
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535 || template === undefined) {
    throw new Error('Expected --port with a number up to 65535, and --template.');
  }
  const emulator = await startRemoteConfig({
    port: Number(port),
    template,
    ...stackCallers(process.env),
    log: (line) => console.log(printable(line)),
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void emulator.close().then(() => process.exit(0)));
  }
} catch (error) {
  console.error(`The Remote Config emulator did not start: ${(error as Error).message}`);
  process.exitCode = 1;
}
