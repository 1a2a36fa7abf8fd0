// One watcher for all project files that a running stack depends on. The effect of each file's
// change is defined in a table (reload-table.ts).
import { statSync } from 'node:fs';
import { dirname, relative, sep } from 'node:path';
import { watch } from 'chokidar';

/** Saves within this time count as one change. */
const DEBOUNCE_MS = 50;
const NOT_WATCHED = /^(node_modules|\..+)$|\.log$/;

/** A row of the table: files, and the effect of changing them. */
export interface WatchedFiles {
  /** The server's name with which the lines are printed. */
  readonly server: string;
  /**
   * Absolute paths of files, and of folders with everything below them except installed packages,
   * hidden files and logs.
   */
  readonly paths: readonly string[];
  /** Excludes files below the folders. */
  readonly ignores?: (file: string) => boolean;
  /**
   * Applies a change and returns the lines to print. If it throws, the message is printed, and the
   * previous state must stay in force. Calls never overlap.
   */
  readonly apply: (changed: readonly string[]) => Promise<string | readonly string[]>;
}

/** A running file watcher. */
export interface FileWatcher {
  /** Resolves when every change seen before this call has been applied. */
  settled(): Promise<void>;
  stop(): void;
}

/**
 * Watches the files of all rows until `stop`. Resolves once changes are noticed. Files below
 * `root`, an existing folder, are noticed even if their folders do not exist yet, or are deleted
 * and recreated as by builds.
 */
export async function watchFiles(
  rows: readonly WatchedFiles[],
  root: string,
  report: (server: string, line: string) => void,
): Promise<FileWatcher> {
  const changes = rows.map((row) => ({ row, queue: queueChanges(row, report) }));
  const paths = rows.flatMap((row) => row.paths);
  const elsewhere = paths.filter((path) => !contains(root, path));
  const watcher = watch([...new Set([root, ...elsewhere.map(existingFolder)])], {
    ignoreInitial: true,
    ignored: (file) =>
      !paths.some((path) => contains(file, path)) && !rows.some((row) => concerns(row, file)),
  });
  watcher.on('all', (event, file) => {
    if (event === 'addDir' || event === 'unlinkDir') return;
    for (const { row, queue } of changes) if (concerns(row, file)) queue.add(file);
  });
  watcher.on('error', (error) => report('reload', `A file cannot be watched: ${(error as Error).message}`));
  await new Promise<void>((resolve) => watcher.once('ready', resolve));
  return {
    async settled() {
      await Promise.all(changes.map(({ queue }) => queue.settled()));
    },
    stop: () => void watcher.close(),
  };
}

/**
 * The folder itself, or the nearest existing folder above the path: a file may not exist yet, and
 * editors replace files when saving.
 */
function existingFolder(path: string): string {
  return isFolder(path) ? path : existingFolder(dirname(path));
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

function contains(folder: string, path: string): boolean {
  return relative(folder, path).split(sep)[0] !== '..';
}

function concerns({ paths, ignores }: WatchedFiles, file: string): boolean {
  return paths.some((path) => {
    if (file === path) return true;
    const below = relative(path, file).split(sep);
    return below[0] !== '..' && !below.some((name) => NOT_WATCHED.test(name)) && !ignores?.(file);
  });
}

/** Collects the changes of a row and applies them one after another. */
function queueChanges(
  { server, apply }: WatchedFiles,
  report: (server: string, line: string) => void,
): { add(file: string): void; settled(): Promise<void> } {
  const changed = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  /** Settles when the pending changes have been applied. */
  let next: PromiseWithResolvers<void> | undefined;
  const run = async () => {
    if (changed.size === 0) return;
    const files = [...changed];
    changed.clear();
    try {
      const lines = await apply(files);
      for (const line of [lines].flat()) report(server, line);
    } catch (error) {
      report(server, (error as Error).message);
    }
  };
  return {
    add(file) {
      changed.add(file);
      next ??= Promise.withResolvers();
      const { resolve } = next;
      clearTimeout(timer);
      timer = setTimeout(() => {
        next = undefined;
        running = running.then(run).then(resolve);
      }, DEBOUNCE_MS);
    },
    settled: () => next?.promise ?? running,
  };
}
