import { printable } from '@savepoint/server/core/printable';
import { stackCallers } from '@savepoint/server/guard/stack-callers';
import { programCommand, runCommandLine, wholeNumber } from '@savepoint/server/process/command-line';
import { readStackDescription } from './stack-description.ts';
import { startStudio } from './studio-server.ts';

interface Flags {
  readonly port: number;
  readonly stack: string;
}

const command = programCommand('studio', 'The dashboard of a stack')
  .requiredOption('--port <N>', 'port to listen on', wholeNumber('port', 65_535))
  .requiredOption('--stack <FILE>', 'description of the stack');

await runCommandLine(command, async ({ port, stack }: Flags) => {
  const studio = await startStudio({
    port,
    stack: readStackDescription(stack),
    ...stackCallers(process.env),
    log: (line) => console.log(printable(line)),
  });
  return { lines: [`Studio is ready on ${studio.url}`], close: () => studio.close() };
});
