import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { printable } from '@savepoint/server/core/printable';
import { stackCallers } from '@savepoint/server/guard/stack-callers';
import { parseHeaders } from './forwarder.ts';
import { startEventLog } from './start-event-log.ts';

const USAGE = `Usage: node packages/event-log/src/main.ts --port PORT --folder DIR [--run RUN] [--forward-to URL]
  --port PORT        port on 127.0.0.1
  --folder DIR       where the files of the runs are kept, one each
  --run RUN          a run that is continued or begun, such as 2026-11-23T05-16-06.123Z-4711
  --forward-to URL   base URL of an OTLP backend that receives the same data, with the headers of OTEL_EXPORTER_OTLP_HEADERS`;

try {
  const { values } = parseArgs({
    options: {
      port: { type: 'string' },
      folder: { type: 'string' },
      run: { type: 'string' },
      'forward-to': { type: 'string' },
    },
  });
  const { port = '', folder, run, 'forward-to': forwardTo } = values;
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535 || folder === undefined) {
    throw new Error(`Expected --port with a number up to 65535, and --folder.\n${USAGE}`);
  }
  if (forwardTo !== undefined && !/^https?:$/.test(URL.parse(forwardTo)?.protocol ?? '')) {
    throw new Error(`--forward-to ${forwardTo}: expected a URL such as http://localhost:4318.`);
  }
  const log = await startEventLog({
    port: Number(port),
    folder: resolve(folder),
    ...stackCallers(process.env),
    log: (line) => console.log(printable(line)),
    forwardHeaders: parseHeaders(process.env.OTEL_EXPORTER_OTLP_HEADERS ?? ''),
    ...(run === undefined ? {} : { run }),
    ...(forwardTo === undefined ? {} : { forwardTo }),
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void log.close().then(() => process.exit(0)));
  }
  console.log(`Event log: ${log.url}, ${log.file}`);
} catch (error) {
  console.error(`The event log did not start: ${(error as Error).message}`);
  process.exitCode = 1;
}
