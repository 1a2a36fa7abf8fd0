// The writes of all databases on disk. Record format: a JSON array of `[DATABASE, PATH, DATA]`, the
// places that a write has changed with what is there now, in export form; a path that ends in
// `.priority` is that of a priority.

import { WriteAheadLog } from '@savepoint/server/write-ahead-log/write-ahead-log';
import type { Node } from '../core/node.ts';
import { sizeOfNode } from '../core/node-size.ts';
import { formatPath, type Path, ROOT } from '../core/path.ts';
import { EXPORT, writeJson } from '../core/write-json.ts';
import type { Change } from './change.ts';
import { putUpdate, type Update } from './update.ts';

/** A checkpoint has several places in one record, and larger ones in parts. */
const BYTES_PER_RECORD = 1024 * 1024;

/** A write that is not on disk, and was not done. Its message is for the client. */
export class NotStoredError extends Error {
  override readonly name = 'NotStoredError';
}

/** Changes of one database. */
export interface DatabaseChanges {
  readonly database: string;
  readonly changes: readonly Change[];
}

/** The options of a ChangeLog. */
export interface ChangeLogOptions {
  readonly folder: string;
  /** Does an update of the log, oldest first. */
  readonly replay: (database: string, update: Update) => void;
  /** The data of all databases, for a checkpoint. */
  readonly roots: () => Iterable<readonly [string, Node]>;
  /** Receives a line about damage of the log, and about what could not be stored. */
  readonly warn: (line: string) => void;
  readonly compactionFloorBytes?: number;
}

/** Every write of all databases, in a write-ahead log. */
export class ChangeLog {
  readonly #log: WriteAheadLog;
  readonly #warn: (line: string) => void;

  /** Opens the log and replays it. Throws what WriteAheadLog does. */
  constructor({ folder, replay, roots, warn, compactionFloorBytes }: ChangeLogOptions) {
    this.#warn = warn;
    this.#log = new WriteAheadLog({
      ...{ folder, name: 'database', warn, compactionFloorBytes },
      replay(record) {
        for (const [database, path, data] of JSON.parse(record.toString()) as [string, string, unknown][]) {
          replay(database, putUpdate(path, data));
        }
      },
      checkpoint: () => checkpointOf(roots()),
      liveBytes: () =>
        Array.from(roots(), ([, root]) => sizeOfNode(root)).reduce((sum, size) => sum + size, 0),
    });
  }

  /**
   * Returns once the changes survive the death of the process, all or none.
   * @throws NotStoredError, as when the disk is full
   */
  append(write: readonly DatabaseChanges[]): void {
    const entries: string[] = [];
    let growthBytes = 0;
    for (const { database, changes } of write) {
      for (const { path, before, after } of changes) {
        entries.push(entryOf(database, path, writeJson(after, EXPORT)));
        growthBytes += sizeOfNode(after) - sizeOfNode(before);
      }
    }
    try {
      this.#log.append(recordOf(entries), growthBytes);
    } catch (error) {
      const { message } = error as Error;
      this.#warn(`A write was not stored: ${message}`);
      throw new NotStoredError(`Internal error: ${message}`);
    }
  }

  /** Call it after the last append has been done. */
  compactIfDue(): void {
    this.#log.compactIfDue();
  }

  close(): void {
    this.#log.close();
  }
}

function entryOf(database: string, path: Path, json: string): string {
  return `[${JSON.stringify(database)},${JSON.stringify(formatPath(path))},${json}]`;
}

function recordOf(entries: readonly string[]): Buffer {
  return Buffer.from(`[${entries.join(',')}]`);
}

function* checkpointOf(roots: Iterable<readonly [string, Node]>): Generator<Buffer> {
  let batch: string[] = [];
  let bytes = 0;
  for (const [database, root] of roots) {
    for (const entry of partsOf(database, ROOT, root)) {
      batch.push(entry);
      bytes += entry.length;
      if (bytes < BYTES_PER_RECORD) continue;
      yield recordOf(batch);
      batch = [];
      bytes = 0;
    }
  }
  if (batch.length > 0) yield recordOf(batch);
}

/** What is at a place, as one entry or, where it is large, as those of its children. */
function* partsOf(database: string, path: Path, node: Node): Generator<string> {
  if (node.isEmpty) return;
  if (node.isLeaf || sizeOfNode(node, BYTES_PER_RECORD) <= BYTES_PER_RECORD) {
    yield entryOf(database, path, writeJson(node, EXPORT));
    return;
  }
  for (const [key, child] of node.entries()) yield* partsOf(database, [...path, key], child);
  if (node.priority !== null) {
    yield entryOf(database, [...path, '.priority'], JSON.stringify(node.priority));
  }
}
