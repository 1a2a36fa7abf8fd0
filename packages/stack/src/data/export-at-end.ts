import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { displayPath } from '../config/json-file.ts';
import type { Ports } from '../config/ports.ts';
import { DataServerExitError } from '../processes/data-server-exit.ts';
import type { Run } from '../processes/run.ts';
import { type DataFolders, exportTo } from './data-folders.ts';
import type { DataOperations } from './data-operations.ts';

const EXPORT_METADATA = /^firebase-export-metadata\.json$/;
const SNAPSHOT = /\.json$/;

/** The data of a stack that is about to end. */
interface EndingStack {
  readonly run: Pick<Run, 'folder'>;
  readonly ports: Pick<Ports, 'hub'>;
  readonly folders: Pick<DataFolders, 'export'>;
  /** The folder of the project's snapshots. */
  readonly snapshots: string;
  /** Returns undefined before the stack is ready, because there is nothing to export. */
  readonly data: () => Pick<DataOperations, 'end'> | undefined;
}

/**
 * Waits for a stack to end, then exports its data if `--export-on-exit` is set. It exports after a
 * failure, too, and then rethrows that failure.
 * @throws UserError when the data cannot be exported; an earlier export still exists then
 */
export async function exportAtEnd<T>(ended: Promise<T>, stack: EndingStack): Promise<T> {
  const result = await ended.catch(async (error: Error): Promise<never> => {
    if (error instanceof DataServerExitError) reportLoss(error, stack);
    else await exportOnExit(stack).catch((second: Error) => console.error(`savepoint: ${second.message}`));
    throw error;
  });
  await exportOnExit(stack);
  return result;
}

/** There is nothing left to export. Reports that, and where older data are. */
function reportLoss({ reason }: DataServerExitError, { folders, data, snapshots }: EndingStack): void {
  const { export: folder } = folders;
  if (folder === undefined || data() === undefined) return;
  const older = [
    ...findFiles(folder, EXPORT_METADATA).map(({ time }) => `The last export, of ${time}, is still there.`),
    ...findFiles(snapshots, SNAPSHOT)
      .slice(-1)
      .map(({ name, time }) => `The last snapshot, of ${time}, is "${name.replace(SNAPSHOT, '')}".`),
  ];
  const problem = `The data could not be exported to ${displayPath(folder)}, because ${reason}.`;
  console.error(`savepoint: ${[problem, ...older].join(' ')}`);
}

/**
 * The files in a folder whose names match, with their times, the newest last. None if the folder
 * does not exist.
 */
function findFiles(folder: string, names: RegExp): { readonly name: string; readonly time: string }[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => names.test(name))
    .map((name) => ({ name, time: statSync(join(folder, name)).mtime.toISOString() }))
    .sort((first, second) => first.time.localeCompare(second.time));
}

async function exportOnExit({ run, ports, folders, data: getData }: EndingStack): Promise<void> {
  const { export: folder } = folders;
  const data = getData();
  if (folder === undefined || data === undefined) return;
  // In `exec`, standard output belongs to the command.
  console.error(`Exporting the data to ${displayPath(folder)} ...`);
  await data.end();
  await exportTo(folder, { hub: ports.hub, temporary: run.folder });
  console.error(`Exported the data to ${displayPath(folder)}.`);
}
