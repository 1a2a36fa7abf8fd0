import { displayPath } from '../config/json-file.ts';
import type { Ports } from '../config/ports.ts';
import type { Run } from '../processes/run.ts';
import { type DataFolders, exportTo } from './data-folders.ts';
import type { DataOperations } from './data-operations.ts';

/** The data of a stack that is to end. */
interface EndingStack {
  readonly run: Pick<Run, 'folder'>;
  readonly ports: Pick<Ports, 'hub'>;
  readonly folders: Pick<DataFolders, 'export'>;
  /** Undefined before the stack is ready: it has nothing to export. */
  readonly data: () => Pick<DataOperations, 'end'> | undefined;
}

/**
 * Waits for the end of a stack and exports its data, where `--export-on-exit` says so: after a failure, too, which remains the error then.
 * @throws UserError when they cannot be exported; an earlier export is still there then
 */
export async function exportAtEnd<T>(ended: Promise<T>, stack: EndingStack): Promise<T> {
  const result = await ended.catch(async (error: Error): Promise<never> => {
    await exportOnExit(stack).catch((second: Error) => console.error(`savepoint: ${second.message}`));
    throw error;
  });
  await exportOnExit(stack);
  return result;
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
