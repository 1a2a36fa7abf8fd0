import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { findFreePorts } from 'savepoint-stack/config/ports';
import { readPortSettings } from 'savepoint-stack/config/project';
import { readArchive } from 'savepoint-stack/data/archive';
import { Run } from 'savepoint-stack/processes/run';
import { waitForShutdownSignal } from 'savepoint-stack/processes/shutdown-signal';
import { startArchivedStack } from 'savepoint-stack/stack/archived-stack';
import { UserError } from 'savepoint-stack/user-error';
import type { Command } from '../cli/command.ts';

/** `savepoint studio`: opens the archive of a failed browser test. */
export const studio: Command = {
  summary: 'open the zip of a failed browser test in Studio, without its stack',
  usage: 'FILE.zip',
  flags: {},
  maxPositionals: 1,
  notes: [
    'Traces and Data show what was recorded. The folder playwright/ of the zip is for npx playwright show-trace.',
  ],
  async run({ positionals: [file], usage }, folder) {
    if (file === undefined) throw new UserError('Expected a file', `Usage: ${usage}`);
    const archive = readArchive(read(file), basename(file));
    const run = new Run();
    try {
      const ports = await findFreePorts(readPortSettings(folder));
      const url = await startArchivedStack({
        ...{ folder, run, ports, archive },
        onLine: (line) => console.log(line),
      });
      console.log(
        `${basename(file)}: ${archive.spans.length} spans, ${archive.logs.length} log lines, ${archive.data.documents.length} documents`,
      );
      console.log(`Studio: ${url}/traces (Ctrl+C ends it)`);
      await waitForShutdownSignal();
      return 0;
    } finally {
      await run.end();
    }
  },
};

function read(file: string): Uint8Array {
  try {
    return readFileSync(file);
  } catch (error) {
    throw new UserError(
      `${file} cannot be read: ${(error as Error).message}`,
      'Pass the path of a zip in test-results.',
    );
  }
}
