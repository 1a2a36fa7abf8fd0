import { printable } from '@savepoint/server/core/printable';
import { stackCallers } from '@savepoint/server/guard/stack-callers';
import { programCommand, runCommandLine, wholeNumber } from '@savepoint/server/process/command-line';
import { startRemoteConfig } from './server.ts';

interface Flags {
  readonly port: number;
  readonly template: string;
}

const command = programCommand('remote-config', 'Remote Config on this machine')
  .requiredOption('--port <N>', 'port on 127.0.0.1', wholeNumber('port', 65_535))
  .requiredOption('--template <FILE>', 'file of the template');

await runCommandLine(command, async ({ port, template }: Flags) => {
  const emulator = await startRemoteConfig({
    port,
    template,
    ...stackCallers(process.env),
    log: (line) => console.log(printable(line)),
  });
  return { lines: [], close: () => emulator.close() };
});
