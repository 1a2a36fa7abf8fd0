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

/** The data of a stack that is to end. */
interface EndingStack {
  readonly run: Pick<Run, 'folder'>;
  readonly ports: Pick<Ports, 'hub'>;
  readonly folders: Pick<DataFolders, 'export'>;
  /** The folder of the project's snapshots. */
  readonly snapshots: string;
  /** Undefined before the stack is ready: it has nothing to export. */
  readonly data: () => Pick<DataOperations, 'end'> | undefined;
}

/**
 * Waits for the end of a stack and exports its data, where `--export-on-exit` says so: after a
 * failure, too, which remains the error then.
 * @throws UserError when they cannot be exported; an earlier export is still there then
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

/** There is nothing left to export: says so, and where older data are. */
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
 * The files of a folder with such names and their times, the newest last; none where there is no
 * folder.
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
  // Not standard output, which is the command's in `exec`.
  console.error(`Exporting the data to ${displayPath(folder)} ...`);
  await data.end();
  await exportTo(folder, { hub: ports.hub, temporary: run.folder });
  console.error(`Exported the data to ${displayPath(folder)}.`);
}
