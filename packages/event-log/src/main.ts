import { resolve } from 'node:path';
import { printable } from '@savepoint/server/core/printable';
import { stackCallers } from '@savepoint/server/guard/stack-callers';
import {
  programCommand,
  runCommandLine,
  UsageError,
  wholeNumber,
} from '@savepoint/server/process/command-line';
import { parseHeaders } from './forwarder.ts';
import { startEventLog } from './start-event-log.ts';

interface Flags {
  readonly port: number;
  readonly folder: string;
  readonly run?: string;
  readonly forwardTo?: string;
}

const command = programCommand('event-log', 'The traces and logs of one machine in SQLite')
  .requiredOption('--port <N>', 'port on 127.0.0.1', wholeNumber('port', 65_535))
  .requiredOption('--folder <DIR>', 'where the files of the runs are kept, one each', (dir) => resolve(dir))
  .option('--run <RUN>', 'run to continue or begin, such as 2026-11-23T05-16-06.123Z-4711')
  .option(
    '--forward-to <URL>',
    'base URL of an OTLP backend that receives the same data, with the headers of OTEL_EXPORTER_OTLP_HEADERS',
    parseUrl,
  );

function parseUrl(text: string): string {
  if (/^https?:$/.test(URL.parse(text)?.protocol ?? '')) return text;
  throw new UsageError(`--forward-to ${text}: expected a URL such as http://localhost:4318.`);
}

await runCommandLine(command, async (flags: Flags) => {
  const log = await startEventLog({
    ...flags,
    ...stackCallers(process.env),
    log: (line) => console.log(printable(line)),
    forwardHeaders: parseHeaders(process.env.OTEL_EXPORTER_OTLP_HEADERS ?? ''),
  });
  return { lines: [`Event log: ${log.url}, ${log.file}`], close: () => log.close() };
});
