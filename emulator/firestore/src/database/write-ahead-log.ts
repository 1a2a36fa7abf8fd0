// Record format: a google.firestore.v1.CommitRequest whose writes are updates with create and update times, or deletes,
// and whose `transaction` field holds the commit time, encoded as a resume token.

import { create, fromBinary, toBinary } from '@bufbuild/protobuf';
import type { Micros } from '../core/commit-time.ts';
import { resourceName } from '../core/resource-name.ts';
import { documentMessage, type StoredDocument } from '../core/stored-document.ts';
import { type CommitRequest, CommitRequestSchema } from '../gen/google/firestore/v1/firestore_pb.js';
import { type Write, WriteSchema } from '../gen/google/firestore/v1/write_pb.js';
import { AppendLog } from '../store/append-log.ts';
import type { Change } from '../store/undo-log.ts';
import { encodeResumeToken } from './resume-token.ts';

/** The log is compacted when it has this size and has grown by this factor since the last compaction. */
const MIN_COMPACTION_BYTES = 64 * 1024 * 1024;
const COMPACTION_GROWTH_FACTOR = 4;
const DOCUMENTS_PER_RECORD = 200;

/** All documents of one database, for a checkpoint. */
export interface DatabaseSnapshot {
  readonly name: string;
  readonly documents: Iterable<StoredDocument>;
}

/** Every commit of all databases, on disk before it is acknowledged. */
export class WriteAheadLog {
  readonly #log: AppendLog;
  readonly #snapshots: () => Iterable<DatabaseSnapshot>;
  #sizeAfterCompaction: number;

  /**
   * Opens the log in `folder` and calls `replay` with each commit, oldest first. `snapshots` supplies the documents of a
   * checkpoint. Throws when another process uses the folder or a file there is not a log.
   */
  constructor(
    folder: string,
    replay: (commit: CommitRequest) => void,
    snapshots: () => Iterable<DatabaseSnapshot>,
  ) {
    this.#log = AppendLog.open(folder, (payload) => replay(fromBinary(CommitRequestSchema, payload)));
    this.#snapshots = snapshots;
    this.#sizeAfterCompaction = this.#log.size;
  }

  /** Returns once the commit survives the death of the process. Throws when the disk is full. */
  append(database: string, changes: readonly Change[], commitTime: Micros): void {
    this.#log.append(encodeCommit(database, changes, commitTime));
  }

  /** Replaces the log by a checkpoint when that is due. Call it after the last append has been applied to the store. */
  compactIfDue(): void {
    const { size } = this.#log;
    if (size < MIN_COMPACTION_BYTES || size < this.#sizeAfterCompaction * COMPACTION_GROWTH_FACTOR) return;
    this.#log.compact(this.#checkpoint());
    this.#sizeAfterCompaction = this.#log.size;
  }

  *#checkpoint(): Generator<Uint8Array> {
    for (const { name, documents } of this.#snapshots()) {
      let batch: Change[] = [];
      for (const after of documents) {
        batch.push({ path: after.path, before: undefined, after });
        if (batch.length < DOCUMENTS_PER_RECORD) continue;
        yield encodeCommit(name, batch, after.updateTime);
        batch = [];
      }
      if (batch.length > 0) yield encodeCommit(name, batch, 0);
    }
  }

  close(): void {
    this.#log.close();
  }
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
