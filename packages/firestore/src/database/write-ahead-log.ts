// Record format: a google.firestore.v1.CommitRequest whose writes are updates with create and
// update times, or deletes, and whose `transaction` field holds the commit time, encoded as a
// resume token.

import { create, fromBinary, toBinary } from '@bufbuild/protobuf';
import type { Micros } from '../core/commit-time.ts';
import { resourceName } from '../core/resource-name.ts';
import { documentMessage, type StoredDocument } from '../core/stored-document.ts';
import { type CommitRequest, CommitRequestSchema } from '../gen/google/firestore/v1/firestore_pb.js';
import { type Write, WriteSchema } from '../gen/google/firestore/v1/write_pb.js';
import { AppendLog, type DamageReport } from '../store/append-log.ts';
import type { Change } from '../store/undo-log.ts';
import { encodeResumeToken } from './resume-token.ts';

/**
 * The log is compacted when it has this many bytes more than COMPACTION_FACTOR times the live
 * documents.
 */
const COMPACTION_FLOOR_BYTES = 8 * 1024 * 1024;
const COMPACTION_FACTOR = 4;
/** A checkpoint has several documents in one record, up to these limits. */
const DOCUMENTS_PER_RECORD = 200;
const BYTES_PER_RECORD = 1024 * 1024;

/** All documents of one database, for a checkpoint. */
export interface DatabaseSnapshot {
  readonly name: string;
  readonly documents: Iterable<StoredDocument>;
}

/** The options of a WriteAheadLog. */
export interface WriteAheadLogOptions {
  /** Calls `replay` with each commit in the log, oldest first. */
  readonly replay: (commit: CommitRequest) => void;
  /** Supplies the documents of a checkpoint. */
  readonly snapshots: () => Iterable<DatabaseSnapshot>;
  /** Receives a line about damage of the log, or about a compaction that failed. */
  readonly warn: (line: string) => void;
  readonly compactionFloorBytes?: number;
}

/** Every commit of all databases, on disk before it is acknowledged. */
export class WriteAheadLog {
  readonly #log: AppendLog;
  readonly #snapshots: () => Iterable<DatabaseSnapshot>;
  readonly #warn: (line: string) => void;
  readonly #floorBytes: number;
  /** The storage size of all documents. */
  #liveBytes = 0;
  /** The bytes in a checkpoint per byte of storage size, as the last checkpoint had it. */
  #encodingRatio = 1;
  /** After a compaction that failed, the size from which on to try again. */
  #retrySize = 0;

  /**
   * Opens the log in `folder` and replays it. Damage is reported, and what can be read is
   * recovered. Throws when another process uses the folder or a file there is not a log.
   */
  constructor(folder: string, { replay, snapshots, warn, compactionFloorBytes }: WriteAheadLogOptions) {
    this.#snapshots = snapshots;
    this.#warn = warn;
    this.#floorBytes = compactionFloorBytes ?? COMPACTION_FLOOR_BYTES;
    this.#log = AppendLog.open(
      folder,
      (payload) => replay(fromBinary(CommitRequestSchema, payload)),
      (report) => {
        for (const line of damageLines(report)) warn(line);
      },
    );
    for (const { documents } of snapshots()) for (const { bytes } of documents) this.#liveBytes += bytes;
  }

  /** Returns once the commit survives the death of the process. Throws when the disk is full. */
  append(database: string, changes: readonly Change[], commitTime: Micros): void {
    this.#log.append(encodeCommit(database, changes, commitTime));
    for (const { before, after } of changes) this.#liveBytes += (after?.bytes ?? 0) - (before?.bytes ?? 0);
  }

  /**
   * Replaces the log by a checkpoint when that is due. Call it after the last append has been
   * applied to the store. A compaction that fails is reported, not thrown: the commit before it is
   * durable.
   */
  compactIfDue(): void {
    const { size } = this.#log;
    const live = this.#liveBytes * this.#encodingRatio;
    if (size < Math.max(this.#floorBytes + COMPACTION_FACTOR * live, this.#retrySize)) return;
    try {
      this.#log.compact(this.#checkpoint());
    } catch (error) {
      this.#retrySize = 2 * size;
      this.#warn(`The log could not be compacted, and grows for now: ${(error as Error).message}`);
      return;
    }
    this.#retrySize = 0;
    if (this.#liveBytes > 0) this.#encodingRatio = this.#log.size / this.#liveBytes;
  }

  *#checkpoint(): Generator<Uint8Array> {
    this.#liveBytes = 0;
    for (const { name, documents } of this.#snapshots()) {
      let batch: Change[] = [];
      let bytes = 0;
      for (const after of documents) {
        batch.push({ path: after.path, before: undefined, after });
        bytes += after.bytes;
        this.#liveBytes += after.bytes;
        if (batch.length < DOCUMENTS_PER_RECORD && bytes < BYTES_PER_RECORD) continue;
        yield encodeCommit(name, batch, after.updateTime);
        batch = [];
        bytes = 0;
      }
      if (batch.length > 0) yield encodeCommit(name, batch, 0);
    }
  }

  close(): void {
    this.#log.close();
  }
}

/** One line per damaged place: the file, the bytes, and what is lost. */
function* damageLines({ file, damage, copy }: DamageReport): Generator<string> {
  for (const { kind, from, to, firstLost, lastLost } of damage) {
    const bytes = `bytes ${from} to ${to}`;
    if (kind === 'cut') {
      const torn = to > from ? `${bytes}, an incomplete record, were removed. ` : '';
      yield `${file} was not closed, or is cut, at byte ${from}. ${torn}Lost: record ${firstLost} and those after it, if there were any.`;
      continue;
    }
    const copied = copy === undefined ? '' : ` The damaged file is kept as ${copy}.`;
    yield `${file} is damaged, ${bytes}. Lost: ${lostRecords(firstLost, lastLost)}. All other records are recovered.${copied}`;
  }
}

function lostRecords(first: number | undefined, last: number | undefined): string {
  if (first === undefined) return 'the records in these bytes';
  if (last === undefined) return `record ${first} and those after it, if there were any`;
  if (last < first) return 'none';
  return first === last ? `record ${first}` : `records ${first} to ${last}`;
}

function encodeCommit(database: string, changes: readonly Change[], commitTime: Micros): Uint8Array {
  const request = create(CommitRequestSchema, { database, transaction: encodeResumeToken(commitTime) });
  request.writes = changes.map(({ path, after }) => toWrite(database, path, after));
  return toBinary(CommitRequestSchema, request);
}

function toWrite(database: string, path: string, after: StoredDocument | undefined): Write {
  const write = create(WriteSchema);
  write.operation = after
    ? { case: 'update', value: documentMessage(database, after) }
    : { case: 'delete', value: resourceName(database, path) };
  return write;
}
