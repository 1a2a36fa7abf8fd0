// One watcher for all files of a project that a running stack depends on. What a change of which
// file does is a table (reload-table.ts).
import { statSync } from 'node:fs';
import { dirname, relative, sep } from 'node:path';
import { watch } from 'chokidar';

/** Saves that follow each other within this time are one change. */
const DEBOUNCE_MS = 50;
const NOT_WATCHED = /^(node_modules|\..+)$|\.log$/;

/** A row of the table: files, and what their change does. */
export interface WatchedFiles {
  /** The name of the server that the lines are printed for. */
  readonly server: string;
  /**
   * Absolute paths of files, and of folders with everything below them but installed packages,
   * hidden files and logs.
   */
  readonly paths: readonly string[];
  /** Files below the folders that are not watched. */
  readonly ignores?: (file: string) => boolean;
  /**
   * Applies a change and returns what to print. An error is printed by its message: what was in
   * force before is to stay so then. Never called twice at a time.
   */
  readonly apply: (changed: readonly string[]) => Promise<string | readonly string[]>;
}

/** Watches files until it is stopped. */
export interface FileWatcher {
  /** Resolves when no change that was seen before this call is still to be applied. */
  settled(): Promise<void>;
  stop(): void;
}

/**
 * Watches the files of all rows until `stop`; resolves once changes are seen. Files below `root`,
 * an existing folder, are seen even when their folders do not exist yet, or are deleted and created
 * again as builds do it.
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
 * The folder itself, or the nearest one above a path that is none: a file may not exist yet, and
 * editors replace it when they save.
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

/** Collects the changes of a row, and applies them one after the other. */
function queueChanges(
  { server, apply }: WatchedFiles,
  report: (server: string, line: string) => void,
): { add(file: string): void; settled(): Promise<void> } {
  const changed = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  /** Of the changes that are not applied yet. */
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
