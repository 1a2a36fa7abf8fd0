// The writes of all databases on disk. Record format: a JSON array of `[DATABASE, PATH, DATA]`, the
// locations that a write has changed with their new data in export format. A path ending in
// `.priority` refers to a priority.

import { WriteAheadLog } from '@savepoint/server/write-ahead-log/write-ahead-log';
import type { Node } from '../core/node.ts';
import { sizeOfNode } from '../core/node-size.ts';
import { formatPath, type Path, ROOT } from '../core/path.ts';
import { EXPORT, writeJson } from '../core/write-json.ts';
import type { Change } from './change.ts';
import { putUpdate, type Update } from './update.ts';

/** A checkpoint record contains several locations; larger ones are split. */
const BYTES_PER_RECORD = 1024 * 1024;

/** A write that is not on disk and was not applied. The message is for the client. */
export class NotStoredError extends Error {
  override readonly name = 'NotStoredError';
}

export interface DatabaseChanges {
  readonly database: string;
  readonly changes: readonly Change[];
}

export interface ChangeLogOptions {
  readonly folder: string;
  /** Applies an update from the log, oldest first. */
  readonly replay: (database: string, update: Update) => void;
  /** The data of all databases, for a checkpoint. */
  readonly roots: () => Iterable<readonly [string, Node]>;
  /** Receives a line about damage to the log, or about writes that could not be stored. */
  readonly warn: (line: string) => void;
  readonly compactionFloorBytes?: number;
}

/** Stores every write of all databases in a write-ahead log. */
export class ChangeLog {
  readonly #log: WriteAheadLog;
  readonly #warn: (line: string) => void;

  /** Opens the log and replays it. Throws like WriteAheadLog. */
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
   * Returns once all changes survive the death of the process. Stores all or none.
   * @throws NotStoredError, for example when the disk is full
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

  /** Call this after the last append has been applied. */
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

/** The node at a location as one entry or, if it is large, as the entries of its children. */
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
