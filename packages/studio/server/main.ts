// `node server/main.ts --port P --stack FILE`

import { parseArgs } from 'node:util';
import { printable } from '@savepoint/server/core/printable';
import { stackCallers } from '@savepoint/server/guard/stack-callers';
import { readStackDescription, StackDescriptionError } from './stack-description.ts';
import { startStudio } from './studio-server.ts';

const USAGE = 'Usage: node packages/studio/server/main.ts --port PORT --stack FILE';

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}

function readArguments(): { port: number; file: string } {
  try {
    const { values } = parseArgs({ options: { port: { type: 'string' }, stack: { type: 'string' } } });
    const port = Number(values.port);
    if (!/^\d+$/.test(values.port ?? '') || port > 65_535)
      throw new Error('--port must be a number up to 65535.');
    if (values.stack === undefined) throw new Error('--stack must name the description of a stack.');
    return { port, file: values.stack };
  } catch (error) {
    return fail(`${(error as Error).message}\n${USAGE}`);
  }
}

const { port, file } = readArguments();
try {
  const { url } = await startStudio({
    port,
    stack: readStackDescription(file),
    ...stackCallers(process.env),
    log: (line) => console.log(printable(line)),
  });
  console.log(`Studio is ready on ${url}`);
} catch (error) {
  if (error instanceof StackDescriptionError) fail(error.message);
  if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') fail(`Port ${port} is in use.`);
  throw error;
}
